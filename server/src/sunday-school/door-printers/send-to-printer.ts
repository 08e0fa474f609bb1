import { connect, type Socket } from 'node:net'
import type { PrintOutcome } from '@vestry/contract/sunday-school/label-rules.ts'
import type { LabelPicture } from './label-picture.ts'
import type { PrinterLanguage } from './printer-language.ts'

/** What became of a print, and whether labels came out, or may yet. */
export type Printed = { outcome: PrintOutcome; sent: boolean }

/** How long a printer may take to accept a connection, and to tell its state, in milliseconds. */
const CONNECTING = 1500
const TELLING = 500
/** So long after the answer a slow printer may take what was sent to it. */
const LINGERING = 20_000

/**
 * Sends labels to a printer, and says by `deadline` what became of it. That all was taken shows as it does in CUPS: we
 * end our side, and the printer ends its own, or it tells its state once more. To a printer that says that it can't
 * print, nothing is sent.
 */
export async function sendToPrinter(
  { host, port }: { host: string; port: number },
  {
    language,
    pictures,
    deadline,
  }: {
    language: PrinterLanguage
    pictures: readonly LabelPicture[]
    /** By the clock of `performance.now()`. */
    deadline: number
  },
): Promise<Printed> {
  const socket = connect({ host, port, allowHalfOpen: true })
  const line = listen(socket)
  const within = (most: number) => Math.max(0, Math.min(most, deadline - performance.now()))
  try {
    await line.until(() => line.is.open || line.is.over, within(CONNECTING))
    if (!line.is.open) {
      return { outcome: 'silent', sent: false }
    }
    socket.write(language.ask)
    const before = () => language.readState(line.heard())
    await line.until(() => before() !== undefined || line.is.over, within(TELLING))
    const state = before()
    if (state !== undefined && state !== 'ready') {
      return { outcome: state, sent: false }
    }
    if (line.is.over) {
      return { outcome: 'closed', sent: false }
    }
    line.forget()
    socket.end(language.frame(pictures))
    const after = () => language.readState(line.heard())
    await line.until(() => after() !== undefined || line.is.over, within(Number.POSITIVE_INFINITY))
    const told = after()
    if (told !== undefined && told !== 'ready') {
      return { outcome: told, sent: true }
    }
    if (line.is.over && (line.is.broken || !socket.writableFinished)) {
      return { outcome: 'closed', sent: true }
    }
    return { outcome: told === 'ready' || line.is.over ? 'printed' : 'silent', sent: true }
  } finally {
    letGo(socket)
  }
}

/** What is known of a connection, and waiting for it to change. */
function listen(socket: Socket) {
  const is = { open: false, over: false, broken: false }
  let chunks: Buffer[] = []
  let look = () => {}
  const note = (change: Partial<typeof is>) => () => {
    Object.assign(is, change)
    look()
  }
  socket.on('connect', note({ open: true }))
  socket.on('end', note({ over: true }))
  socket.on('close', note({ over: true }))
  socket.on('error', note({ over: true, broken: true }))
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    look()
  })
  return {
    is,
    heard: () => Buffer.concat(chunks),
    forget() {
      chunks = []
    },
    /** Resolves once the condition holds, or after so long with false. */
    until: (condition: () => boolean, most: number) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => settle(false), most)
        const settle = (holds: boolean) => {
          clearTimeout(timer)
          look = () => {}
          resolve(holds)
        }
        look = () => condition() && settle(true)
        look()
      }),
  }
}

/** Closes a connection once what was sent is taken, without holding up the end of the process. */
function letGo(socket: Socket): void {
  if (!socket.writableEnded || socket.readableEnded) {
    socket.destroy()
  } else {
    socket.unref()
    setTimeout(() => socket.destroy(), LINGERING).unref()
    socket.once('end', () => socket.destroy())
  }
}
