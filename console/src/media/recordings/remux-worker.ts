import { BufferTarget, Logging, LogLevel, type Target } from 'mediabunny'
import { MediaError } from '../media-types.ts'
import { measureSound } from '../sound/measure-sound.ts'
import { type ExclusiveFile, FileFallsShort, FileTarget } from '../uploads/file-target.ts'
import type { ContainerKind } from './choose-container.ts'
import { copyRecording } from './copy-recording.ts'
import { examineRecording } from './examine-recording.ts'
import type { CopiedRecording } from './recording-formats.ts'
import type { CopyOrder, RemuxOrder, RemuxReport } from './remux-messages.ts'

/** Progress is not reported more often than this, in ms, since each report is drawn. */
const REPORTED_EVERY = 200

/** Of a film, half a second and more is written at once; all else comes packet by packet. */
const WRITTEN_IN_PIECES: ReadonlySet<ContainerKind> = new Set(['mp4', 'webm'])

Logging.level = LogLevel.Silent
addEventListener('message', ({ data }: MessageEvent<RemuxOrder>) => {
  carryOut(data).then(report, (error) => report(failure(error)))
})

function report(message: RemuxReport) {
  const content = message.kind === 'done' ? message.content : undefined
  self.postMessage(message, { transfer: content ? [content] : [] })
}

async function carryOut(order: RemuxOrder): Promise<RemuxReport> {
  switch (order.kind) {
    case 'copy':
      return await copy(order)
    case 'examine':
      return { kind: 'examined', ...(await examineRecording(order.file)) }
    case 'measure':
      return { kind: 'measured', sound: await measureSound(order.file, throttledProgress()) }
  }
}

async function copy({ folder, entry, ...order }: CopyOrder): Promise<RemuxReport> {
  if (entry === undefined) {
    let target = new BufferTarget()
    const recording = await copyTo(order, () => {
      target = new BufferTarget()
      return target
    })
    const content = target.buffer ?? undefined
    return { kind: 'done', recording, size: content?.byteLength ?? 0, content }
  }
  const handle = await openExclusively(folder, entry)
  if (!handle) {
    return { kind: 'no_file_access' }
  }
  const target = new FileTarget(handle)
  try {
    const recording = await copyTo(order, (kind) => target.open(WRITTEN_IN_PIECES.has(kind)))
    return { kind: 'done', recording, size: target.finish(), content: undefined }
  } catch (error) {
    if (error instanceof FileFallsShort) {
      return { kind: 'no_file_access' }
    }
    throw error
  } finally {
    handle.close()
  }
}

async function copyTo(
  { file, edit }: Pick<CopyOrder, 'file' | 'edit'>,
  openTarget: (kind: ContainerKind) => Target,
): Promise<CopiedRecording> {
  return await copyRecording(file, openTarget, throttledProgress(), edit)
}

function throttledProgress(): (fraction: number) => void {
  let reported = performance.now()
  return (fraction) => {
    const now = performance.now()
    if (now - reported >= REPORTED_EVERY) {
      reported = now
      report({ kind: 'progress', fraction })
    }
  }
}

/** `undefined` if the browser gives no exclusive handles, as in some private windows. */
async function openExclusively(folder: string, entry: string): Promise<ExclusiveFile | undefined> {
  const root = await navigator.storage.getDirectory()
  const handle = await (await root.getDirectoryHandle(folder)).getFileHandle(entry)
  const opener = handle as FileSystemFileHandle & { createSyncAccessHandle?(): Promise<ExclusiveFile> }
  try {
    return await opener.createSyncAccessHandle?.()
  } catch (error) {
    if (error instanceof DOMException) {
      return undefined
    }
    throw error
  }
}

function failure(error: unknown): RemuxReport {
  if (error instanceof MediaError) {
    return { kind: 'failed', code: error.code, detail: error.message, format: error.format }
  }
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  return { kind: 'failed', code: full ? 'out_of_space' : 'failed', detail: String(error) }
}
