import { describe, expect, it } from 'vitest'
import {
  attach,
  type ChosenFiles,
  choose,
  claim,
  claimed,
  clear,
  detach,
  heldAlone,
  leftBehind,
  noFiles,
  notClaimed,
  noteWork,
  restoreFiles,
  setAside,
  take,
  wantSound,
} from './chosen-files.ts'
import { presentAttachments } from './preaching-fields.ts'

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

const A = { path: 'preaching/2026/a.mp3', type: 'audio' } as const
const chosen = noteWork(choose(noFiles('one'), 'path', sermon), sermon, { stored: A })
/** The stored files that nobody needs any more after these steps. */
function leaves(from: ChosenFiles, ...steps: ((files: ChosenFiles) => ChosenFiles)[]): string[] {
  let files = from
  return steps.flatMap((step) => {
    const [before, done] = [files, step(files)]
    files = heldAlone(done)
    return [...leftBehind(before, done).stored, ...leftBehind(done, files).stored]
  })
}

describe('a stored file', () => {
  it('is left behind once another is chosen for it, it is taken off, or it is to sound otherwise', () => {
    expect(leaves(chosen, (files) => choose(files, 'path', other))).toEqual([A.path])
    expect(leaves(chosen, (files) => take(files, 'path'))).toEqual([A.path])
    expect(leaves(chosen, clear)).toEqual([A.path])
    expect(leaves(chosen, (files) => wantSound(files, { loudness: true }))).toEqual([A.path])
    const attached = noteWork(attach(chosen, { notes }), notes, {
      stored: { path: 'n.pdf', type: 'document' },
    })
    expect(leaves(attached, (files) => detach(files, 'notes'))).toEqual(['n.pdf'])
  })

  it('is left behind with its copies and its audio file, and also when it comes too late', () => {
    const copies = { small: 'c-320.webp', all: ['c/card.jpg', 'c-320.webp'] }
    const audio = { path: 'preaching/2026/a-1.mp3', type: 'audio' } as const
    const more = noteWork(noteWork(chosen, sermon, { audio: other }), other, { stored: audio })
    expect(leaves(more, clear)).toEqual([A.path, audio.path])
    const late = (files: ChosenFiles) =>
      noteWork(files, poster, { stored: { path: 'c.jpg', type: 'image', copies } })
    expect(leaves(noFiles('one'), late)).toEqual(['c.jpg', 'c/card.jpg', 'c-320.webp'])
  })

  it('is not while it can be put back, while a call is on its way, or once the record has it', () => {
    expect(leaves(chosen, setAside)).toEqual([])
    expect(leaves(chosen, (files) => notClaimed(files, false), setAside, claim, claimed)).toEqual([])
    expect(leaves(chosen, claim, clear)).toEqual([])
    expect(leaves(chosen, claim, claimed, clear)).toEqual([])
    expect(leaves(chosen, claim, (files) => notClaimed(files, false), clear)).toEqual([])
    expect(leaves(chosen, claim, clear, (files) => notClaimed(files, true))).toEqual([A.path])
  })

  it('is once the record is sent without it', () => {
    expect(leaves(chosen, setAside, claim)).toEqual([A.path])
    expect(leaves(chosen, setAside, claim, claimed)).toEqual([A.path])
  })
})
