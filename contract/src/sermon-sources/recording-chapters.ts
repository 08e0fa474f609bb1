import { type Chapter, MAX_CHAPTER_TITLE, MAX_CHAPTERS, writeChapters } from '../sermons/sermon-chapters.ts'
import { FileBytes, type ReadBytes } from './file-bytes.ts'
import { readId3Chapters } from './id3-chapters.ts'
import { readMp4Chapters } from './mp4-chapters.ts'
import { rightText } from './right-text.ts'

/** The chapters within an MP3 or an MPEG-4 file, written as they are typed; empty where it has none. */
export async function readRecordingChapters(read: ReadBytes, size: number): Promise<string> {
  const bytes = new FileBytes(read, size)
  const head = await bytes.text(0, 8)
  const found = head.startsWith('ID3')
    ? await readId3Chapters(bytes)
    : head.slice(4) === 'ftyp'
      ? await readMp4Chapters(bytes)
      : []
  const chapters: Chapter[] = []
  for (const { at, title } of found.toSorted((one, other) => one.at - other.at)) {
    const right = rightText(title)?.replace(/\s+/g, ' ').trim().slice(0, MAX_CHAPTER_TITLE).toWellFormed()
    const second = Math.floor(at)
    if (right && second > (chapters.at(-1)?.at ?? -1) && chapters.length < MAX_CHAPTERS) {
      chapters.push({ at: second, title: right })
    }
  }
  return chapters.length > 1 ? writeChapters(chapters) : ''
}
