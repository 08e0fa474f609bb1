import { describe, expect, it } from 'vitest'
import { presentAttachments, restoreFiles } from './save-memory.ts'

const [sermon, other, poster, notes, slides] = ['a.mp3', 'b.mp3', 'c.jpg', 'd.pdf', 'e.pdf'].map(
  (name) => new File([], name),
) as [File, File, File, File, File]

describe('files that are put back', () => {
  it('leave those that were chosen since for other fields', () => {
    const now = { poster_path: poster, attachments: { slides } }
    const aside = { path: sermon, attachments: { notes } }
    expect(restoreFiles(now, aside, { path: 'a.mp3', attachments: [] })).toEqual({
      path: sermon,
      poster_path: poster,
      attachments: { notes, slides },
    })
  })

  it('are those of the fields that are put back, one of the same name as what is stored too', () => {
    expect(restoreFiles({ path: other }, { path: sermon }, { path: 'a.mp3' })).toEqual({ path: sermon })
    expect(restoreFiles({ poster_path: poster }, {}, { poster_path: 'default.jpg' })).toEqual({})
    expect(restoreFiles({}, { path: sermon }, {})).toEqual({ path: sermon })
    expect(restoreFiles({ path: other }, { path: sermon }, {})).toEqual({ path: other })
  })
})

describe('attachments of a record that changed meanwhile', () => {
  it('are those that it still has, as they were renamed, and those that were chosen here', () => {
    const rows = [
      { path: 'a.pdf', title: 'Taken off' },
      { path: 'b.pdf', title: 'Renamed' },
      { path: 'c.pdf', title: 'Chosen' },
    ]
    const stored = [{ path: 'b.pdf', title: 'B' }]
    expect(presentAttachments(rows, stored, { 'c.pdf': notes })).toEqual(rows.slice(1))
    expect(presentAttachments(rows, [])).toEqual([])
  })
})
