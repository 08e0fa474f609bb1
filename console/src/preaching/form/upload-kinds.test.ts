import { describe, expect, it } from 'vitest'
import { fileTypeOf, folderOf, refuseFiles } from './upload-kinds.ts'

const file = (name: string, type: string, size = 1) => ({ name, type, size })

describe('choosing a file', () => {
  it('takes exactly one', () => {
    const two = [file('a.mp3', 'audio/mpeg'), file('b.mp3', 'audio/mpeg')]
    expect(refuseFiles(two, 'media')).toBe('preaching.file.onlyOneMedia')
    expect(refuseFiles(two, 'image')).toBe('preaching.file.onlyOneImage')
    expect(refuseFiles(two.slice(1), 'media')).toBeUndefined()
  })

  it('takes audio and video for the recording, images for the poster', () => {
    expect(refuseFiles([file('a.mp4', 'video/mp4')], 'media')).toBeUndefined()
    expect(refuseFiles([file('a.png', 'image/png')], 'media')).toBe('preaching.file.invalidMedia')
    expect(refuseFiles([file('a.png', 'image/png')], 'image')).toBeUndefined()
    expect(refuseFiles([file('a.mp4', 'video/mp4')], 'image')).toBe('preaching.file.invalidImage')
  })

  it('takes a recording without a type, for its content to tell, but no such poster and nothing empty', () => {
    expect(refuseFiles([file('sermon', '')], 'media')).toBeUndefined()
    expect(refuseFiles([file('poster', '')], 'image')).toBe('preaching.file.invalidImage')
    expect(refuseFiles([file('a.mp3', 'audio/mpeg', 0)], 'media')).toBe('preaching.file.empty')
    expect(refuseFiles([file('a.png', 'image/png', 0)], 'image')).toBe('preaching.file.empty')
  })

  it('goes by the ending where the system knows no type', () => {
    expect(fileTypeOf(file('sermon.MKV', ''))).toBe('video')
    expect(fileTypeOf(file('sermon.mkv', 'text/plain'))).toBeUndefined()
    expect(fileTypeOf(file('notes.txt', ''))).toBeUndefined()
  })

  it('puts images below images/ and recordings below the year', () => {
    expect(folderOf('image', 2026)).toBe('images/')
    expect(folderOf('media', 2026)).toBe('preaching/2026/')
  })
})
