import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that sends each request to the next process, whichever had the one before. */
export type RoundRobin = {
  origin: string
  /** The origins of the processes; if one refuses a connection, the request goes to the next. */
  targets: string[]
  close(): Promise<void>
}

export async function openRoundRobin(): Promise<RoundRobin> {
  const targets: string[] = []
  let turn = 0

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) {
      chunks.push(chunk)
    }
    const body = Buffer.concat(chunks)
    const ask = (tries: number) => {
      turn += 1
      const { port } = new URL(targets[turn % targets.length] ?? '')
      const { method, url: path, headers } = incoming
      // Connections are not kept, so that no idle one can be cut.
      const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tries > 1) {
          ask(tries - 1)
        } else {
          outgoing.destroy()
        }
      })
      asked.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.on('aborted', () => outgoing.destroy())
        answer.on('error', () => outgoing.destroy())
        answer.pipe(outgoing)
      })
      asked.end(body)
    }
    ask(targets.length)
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    targets,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
