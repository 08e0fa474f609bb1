import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What Brother's printers answer to `ESC i S`, with labels of 29 × 90 mm in them. */
export function brotherStatus({ error = 0, otherError = 0 } = {}): Buffer {
  const status = Buffer.alloc(32)
  status.set([0x80, 0x20, 0x42, 0x34, 0x38, 0x30])
  status.set([error, otherError, 29, 0x0b], 8)
  status[17] = 90
  return status
}

/** What Zebra's printers answer to `~HS`. */
export function zebraStatus({ paperOut = 0, headUp = 0 } = {}): Buffer {
  const lines = [
    `030,${paperOut},0,0406,000,0,0,0,000,0,0,0`,
    `000,0,${headUp},0,0,2,4,0,00000000,1,000`,
    '1234,0',
  ]
  return Buffer.from(lines.map((line) => `\x02${line}\x03\r\n`).join(''), 'latin1')
}

/** What a label for a Brother begins with. */
export const BROTHER_LABEL = '\x1biz'

export type PrinterManner = {
  /** Answers a question for its state with this; says nothing without. */
  status?: Buffer
  /** Reads nothing at all; closes at once; or breaks off at the first label; otherwise takes all. */
  fault?: 'hangs' | 'closes' | 'breaks'
  /** Answers after so many milliseconds. */
  slow?: number
}

/** A made-up printer on a port of this machine, which keeps what each connection sent. */
export async function startLabelPrinter(manner: PrinterManner = {}) {
  const jobs: Buffer[] = []
  let now = manner
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const { status, fault, slow = 0 } = now
    if (fault === 'closes') {
      socket.destroy()
    } else if (fault !== 'hangs') {
      let heard = Buffer.alloc(0)
      socket.on('data', (chunk) => {
        heard = Buffer.concat([heard, chunk])
        if (fault === 'breaks' && (heard.includes(BROTHER_LABEL) || heard.includes('^XA'))) {
          socket.resetAndDestroy()
        } else if (status && /(~HS|iS)$/.test(chunk.toString('latin1'))) {
          void pause(slow).then(() => socket.write(status))
        }
      })
      socket.on('end', () => {
        jobs.push(heard)
        void pause(slow).then(() => socket.end())
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    /** What each connection that was ended had sent. */
    jobs,
    behave(other: PrinterManner) {
      now = other
    },
    async close() {
      for (const socket of sockets) {
        socket.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}

/** The pictures that a job for a Brother prints, as four bytes a dot; `beside` are the pins at the right of the label. */
export function brotherPictures(job: Buffer, { width, beside }: { width: number; beside: number }) {
  const pictures: { width: number; height: number; data: Uint8ClampedArray }[] = []
  for (const at of positionsOf(job, BROTHER_LABEL)) {
    const height = job.readUInt32LE(at + 7)
    const data = new Uint8ClampedArray(4 * width * height).fill(255)
    const first = job.indexOf(ROW, at)
    for (let dot = 0; dot < width * height; dot += 1) {
      const row = first + Math.floor(dot / width) * (ROW.length + PIN_BYTES) + ROW.length
      const pin = beside + width - 1 - (dot % width)
      if ((job[row + (pin >> 3)] ?? 0) & (0x80 >> (pin & 7))) {
        data.fill(0, 4 * dot, 4 * dot + 3)
      }
    }
    pictures.push({ width, height, data })
  }
  return pictures
}

const PIN_BYTES = 90
/** What each row of dots begins with. */
const ROW = Buffer.from([0x67, 0, PIN_BYTES])

function positionsOf(job: Buffer, text: string): number[] {
  const found: number[] = []
  for (let at = job.indexOf(text); at >= 0; at = job.indexOf(text, at + 1)) {
    found.push(at)
  }
  return found
}
