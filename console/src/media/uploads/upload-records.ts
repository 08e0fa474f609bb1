const RECORD = 'vestry.upload.'
/** An upload that was not resumed for this long is given up; the store removes its parts by itself. */
const RESUMABLE_FOR = 6 * 24 * 60 * 60 * 1000

/** A running upload in parts, noted so that it can go on after a reload. */
export type UploadRecord = {
  key: string
  uploadId: string
  partSize: number
  /** The mark of the object, which distinguishes it from another one under the same name. */
  mark: string
  /** The name of the file that is sent; for a prepared recording, its entry in the private file system. */
  file: string
  started: number
}

export function findUpload(id: string, now: number): UploadRecord | undefined {
  const record = readRecord(RECORD + id)
  return record && now - record.started < RESUMABLE_FOR ? record : undefined
}

/** The uploads of the file with this name. */
export function uploadsOf(file: string): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(RECORD) && readRecord(key)?.file === file)
    .map((key) => key.slice(RECORD.length))
}

export function rememberUpload(id: string, record: UploadRecord): void {
  localStorage.setItem(RECORD + id, JSON.stringify(record))
}

export function forgetUpload(id: string): void {
  localStorage.removeItem(RECORD + id)
}

/** The files that unfinished uploads still need. Records that are too old are removed. */
export function entriesOfUploads(now: number): Set<string> {
  const needed = new Set<string>()
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(RECORD))) {
    const record = readRecord(key)
    if (record && now - record.started < RESUMABLE_FOR) {
      needed.add(record.file)
    } else {
      localStorage.removeItem(key)
    }
  }
  return needed
}

function readRecord(key: string): UploadRecord | undefined {
  const text = localStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as UploadRecord)
}
