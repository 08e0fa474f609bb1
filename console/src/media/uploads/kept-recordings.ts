import type { PreparedFile } from '../media-types.ts'
import { heldNames, holdName } from './held-name.ts'
import { entriesOfUploads } from './upload-records.ts'

export const FOLDER = 'recordings'
const RECORD = 'vestry.recording.'
const LOCK = 'vestry-recording-'
/** For a day, a prepared recording that was not sent can be used when the same file is chosen again. */
const KEPT_FOR = 24 * 60 * 60 * 1000
/** A file stays locked for a moment after the worker that wrote it has been terminated. */
const REMOVAL_TRIES = 20
const REMOVAL_PAUSE = 100

/** What is noted about a prepared recording in the browser's private file system. */
export type KeptRecording = Pick<PreparedFile, 'name' | 'contentType' | 'media_format'> & {
  entry: string
  size: number
  duration: number | null
  kept: number
}

/** A file of our own in the browser's private file system, held by this tab. */
export type Entry = { name: string; open(): Promise<File>; remove(): Promise<void>; letGo(): void }

/** The folder of prepared recordings, `undefined` if the browser has no private file system. */
async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(FOLDER, { create: true })
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) {
      return undefined
    }
    throw error
  }
}

export async function hasPrivateFiles(): Promise<boolean> {
  return (await openFolder()) !== undefined
}

/** Whether the file with this fingerprint was prepared before. */
export function isKept(fingerprint: string): boolean {
  return readRecord(RECORD + fingerprint) !== undefined
}

/** A new, empty entry; `undefined` if there is no private file system. */
export async function createEntry(): Promise<Entry | undefined> {
  const folder = await openFolder()
  const name = crypto.randomUUID()
  const release = folder && (await holdName(LOCK + name))
  if (!release) {
    return undefined
  }
  await folder.getFileHandle(name, { create: true })
  return entryOf(folder, name, release)
}

/** Takes the recording that was prepared from the file with this fingerprint, unless another tab has it. */
export async function takeKeptRecording(
  fingerprint: string,
): Promise<{ entry: Entry; file: File; recording: KeptRecording } | undefined> {
  const recording = readRecord(RECORD + fingerprint)
  const folder = recording && (await openFolder())
  const release = folder && (await holdName(LOCK + recording.entry))
  if (!release) {
    return undefined
  }
  const entry = entryOf(folder, recording.entry, release)
  const file = await entry.open().catch(() => undefined)
  if (file?.size !== recording.size) {
    await entry.remove()
    return undefined
  }
  return { entry, file, recording }
}

export function keepRecording(fingerprint: string, recording: KeptRecording): void {
  localStorage.setItem(RECORD + fingerprint, JSON.stringify(recording))
}

/** Removes what earlier visits left behind, except what a tab uses or an unfinished upload still needs. */
export async function sweepRecordings(now: number): Promise<void> {
  const folder = await openFolder()
  if (!folder) {
    return
  }
  const held = await heldNames()
  const needed = entriesOfUploads(now)
  const fresh = new Set(records().flatMap(([, { entry, kept }]) => (now - kept < KEPT_FOR ? [entry] : [])))
  for await (const name of folder.keys()) {
    if (!held.has(LOCK + name) && !needed.has(name) && !fresh.has(name)) {
      await removeEntry(folder, name)
    }
  }
}

function entryOf(folder: FileSystemDirectoryHandle, name: string, release: () => void): Entry {
  return {
    name,
    open: async () => await (await folder.getFileHandle(name)).getFile(),
    async remove() {
      await removeEntry(folder, name)
      release()
    },
    letGo: release,
  }
}

async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (const [key, { entry }] of records()) {
    if (entry === name) {
      localStorage.removeItem(key)
    }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      await folder.removeEntry(name)
      return
    } catch (error) {
      const gone = error instanceof DOMException && error.name === 'NotFoundError'
      if (gone || tries === REMOVAL_TRIES) {
        return
      }
      await new Promise((resolve) => setTimeout(resolve, REMOVAL_PAUSE))
    }
  }
}

function records(): [key: string, recording: KeptRecording][] {
  return Object.keys(localStorage).flatMap((key): [string, KeptRecording][] => {
    const recording = key.startsWith(RECORD) ? readRecord(key) : undefined
    return recording ? [[key, recording]] : []
  })
}

function readRecord(key: string): KeptRecording | undefined {
  const text = localStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as KeptRecording)
}
