import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { readPictureSize } from '@vestry/contract/files/picture-size.ts'
import { closeWavSizes, WAV_HEAD } from '@vestry/contract/files/wav-sizes.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { IMAGE_PREFIX, MEDIA_PREFIX, type MediaFormat, mediaFolder } from '@vestry/contract/sermons/media.ts'
import { readChaptersDocument } from '@vestry/contract/sermons/sermon-chapters.ts'
import { normalForm } from '@vestry/contract/text/normal-form.ts'
import { decodeText } from '@vestry/contract/transcripts/decode-text.ts'
import { readTranscript } from '@vestry/contract/transcripts/read-transcript.ts'
import type { ObjectStore } from '@vestry/s3'
import { mediaTypeOf, suffixOf } from '../preaching/file-types.ts'
import { examineStored } from './examine-stored.ts'
import { FetchError, type FetchPublic } from './fetch-public.ts'

/** The paths of a sermon's files once they are in the store. */
export type StoredFiles = {
  path: string
  media_format: MediaFormat
  /** In seconds. */
  duration: number
  poster_path: string | undefined
  attachments: { path: string; title: string }[]
  transcript: string
  chapters: string
  /** Whether a file other than the recording could not be fetched. */
  isPartial: boolean
}

/** A recording in a form that nobody could play. */
export class FormatError extends Error {}

const MB = 1024 * 1024
const MINUTE = 60_000
const LIMITS = {
  recording: { limit: 8192 * MB, within: 240 * MINUTE },
  file: { limit: 100 * MB, within: 20 * MINUTE },
  text: { limit: 4 * MB, within: 2 * MINUTE },
}
const SUFFIXES: Record<string, string> = {
  'audio/mpeg': '.mp3',
  'audio/mp3': '.mp3',
  'audio/mp4': '.m4a',
  'audio/x-m4a': '.m4a',
  'audio/aac': '.aac',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/x-wav': '.wav',
  'audio/flac': '.flac',
  'audio/x-mp3': '.mp3',
  'audio/mpeg3': '.mp3',
  'audio/x-mpeg': '.mp3',
  'audio/m4a': '.m4a',
  'audio/x-m4b': '.m4a',
  'audio/webm': '.weba',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
}

type Parts = {
  store: Pick<ObjectStore, 'find' | 'read' | 'putNew'>
  fetchPublic: FetchPublic
  signal: AbortSignal
  /**
   * Called with the path of each object that this import put into the store; what was there already belongs to others.
   */
  onPut: (path: string) => void
}

/**
 * Fetches the files of a sermon into the store, each under a name that is always the same: what is there already is not
 * fetched again. Throws FetchError or FormatError if the recording can't be fetched; without the other files the sermon
 * comes in all the same.
 */
export async function fetchFiles(sermon: SourceSermon, year: number, parts: Parts): Promise<StoredFiles> {
  let isPartial = false
  /** A file that can't be fetched is left out, and nothing else. */
  const perhaps = async <Result>(address: string, fetch: () => Promise<Result>) => {
    try {
      return address === '' ? undefined : await fetch()
    } catch {
      parts.signal.throwIfAborted()
      isPartial = true
      return undefined
    }
  }
  const path = await storeRecording(sermon, year, parts)
  const recording = await examineStored(parts.store, path)
  if (recording === undefined) {
    throw new FormatError(`${sermon.recording} can't be read.`)
  }
  const poster_path = await perhaps(sermon.picture, () => storePicture(sermon.picture, parts))
  const attachments: StoredFiles['attachments'] = []
  for (const { address, title } of sermon.attachments) {
    const stored = await perhaps(address, () => storeAttachment(address, year, parts))
    if (stored !== undefined) {
      attachments.push({ path: stored, title })
    }
  }
  const transcript = await perhaps(sermon.transcript, () => fetchTranscript(sermon.transcript, parts))
  const chapters = await perhaps(sermon.chapters, () => fetchChapters(sermon.chapters, parts))
  return {
    path,
    poster_path,
    attachments,
    isPartial,
    ...recording.measured,
    transcript: transcript ?? '',
    chapters: chapters || recording.chapters,
  }
}

async function storeRecording({ recording }: SourceSermon, year: number, parts: Parts): Promise<string> {
  const { store, fetchPublic, signal } = parts
  if (recording.startsWith(MEDIA_PREFIX)) {
    if ((await store.find(recording)) === undefined) {
      throw new FetchError('not_found', `There is no ${recording} in the store.`)
    }
    return recording
  }
  const named = nameIn(recording)
  // The name's ending, in the form that podcast apps accept.
  const suffix = suffixOf(named).replace('.m4b', '.m4a')
  const isKnown = /^(audio|video)\//.test(mediaTypeOf(named) ?? '')
  const path = (end: string) => `${mediaFolder(year)}${stemOf(named)}-${hashOf(recording)}${end}`
  if (isKnown && (await store.find(path(suffix)))) {
    return path(suffix)
  }
  const { body, type, size } = await fetchPublic(recording, { signal, ...LIMITS.recording })
  const end = isKnown ? suffix : SUFFIXES[type]
  // A web page that says that the file is gone is no recording.
  if (end === undefined || /^text\/|html|^image\//.test(type)) {
    body.destroy()
    throw new FormatError(`${recording} is ${type || 'of no known type'}.`)
  }
  const whole = end === '.wav' && size !== undefined ? mendWavStream(body, size) : body
  await putNew(path(end), whole, mediaTypeOf(path(end)) ?? 'application/octet-stream', parts)
  return path(end)
}

/** Keeps what another process has put there meanwhile from the same address. */
async function putNew(path: string, body: Readable | Buffer, type: string, { store, onPut }: Parts) {
  if (await store.putNew(path, body, { 'content-type': type })) {
    onPut(path)
  }
}

async function storePicture(address: string, parts: Parts): Promise<string> {
  const { store, fetchPublic, signal } = parts
  const { body } = await fetchPublic(address, { signal, ...LIMITS.file })
  const bytes = Buffer.concat(await body.toArray())
  const picture = readPictureSize(bytes)
  if (picture === undefined) {
    throw new FormatError(`${address} is no picture.`)
  }
  const end = picture.type === 'jpeg' ? '.jpg' : `.${picture.type}`
  const path = `${IMAGE_PREFIX}${stemOf(nameIn(address))}-${hashOf(address)}${end}`
  if (!(await store.find(path))) {
    await putNew(path, bytes, `image/${picture.type}`, parts)
  }
  return path
}

async function storeAttachment(address: string, year: number, parts: Parts) {
  const { store, fetchPublic, signal } = parts
  const named = nameIn(address)
  const type = mediaTypeOf(named)
  if (type !== 'application/pdf' && !type?.startsWith('image/')) {
    throw new FormatError(`${address} is neither a PDF nor a picture.`)
  }
  const path = `${mediaFolder(year)}${stemOf(named)}-${hashOf(address)}${suffixOf(named)}`
  if (!(await store.find(path))) {
    const { body } = await fetchPublic(address, { signal, ...LIMITS.file })
    await putNew(path, body, type, parts)
  }
  return path
}

async function fetchTranscript(address: string, { fetchPublic, signal }: Parts): Promise<string> {
  const { body } = await fetchPublic(address, { signal, ...LIMITS.text })
  const text = decodeText(Buffer.concat(await body.toArray()))
  if (text === undefined || 'problem' in readTranscript(Buffer.from(text))) {
    throw new FormatError(`${address} is no transcript.`)
  }
  return text
}

async function fetchChapters(address: string, { fetchPublic, signal }: Parts): Promise<string> {
  const { body } = await fetchPublic(address, { signal, ...LIMITS.text })
  return readChaptersDocument(Buffer.concat(await body.toArray()).toString('utf8'))
}

function nameIn(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The letters and digits of a file's name, as many as fit into our paths. */
function stemOf(name: string): string {
  const stem = name.slice(0, name.length - suffixOf(name).length)
  const plain = normalForm(stem, 'NFD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 80) || 'file'
}

function hashOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 12)
}

/**
 * A recording that is being received, of so many bytes, with the sizes corrected that a recorder left open when it lost
 * power.
 */
function mendWavStream(body: Readable, size: number): Readable {
  return Readable.from(mended(body, size), { objectMode: false })
}

async function* mended(body: AsyncIterable<Buffer>, size: number) {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of body) {
    if (head === undefined) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length >= WAV_HEAD) {
      closeWavSizes(head, size)
      yield head
      head = undefined
    }
  }
  if (head !== undefined) {
    closeWavSizes(head, size)
    yield head
  }
}
