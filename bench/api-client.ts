import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A response, with the bytes that it and its request had on the network, without headers. */
export type Weighed<Body> = { body: Body; sent: number; received: number }

/** A signed-in person, on a connection that stays open, who accepts compressed responses as a browser does. */
export function openClient(origin: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  function call<Body>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    content?: object,
  ): Promise<Weighed<Body>> {
    const payload = content && Buffer.from(JSON.stringify(content))
    return new Promise((resolve, reject) => {
      const asked = request(`${origin}/api${path}`, {
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'accept-encoding': 'gzip, deflate, br',
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        },
      })
      asked.on('error', reject)
      asked.on('response', async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) {
          chunks.push(chunk)
        }
        const raw = Buffer.concat(chunks)
        const text = unpack(raw, answer.headers['content-encoding']).toString()
        if (answer.statusCode === 200) {
          resolve({ body: JSON.parse(text), sent: payload?.length ?? 0, received: raw.length })
        } else {
          reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`))
        }
      })
      asked.end(payload)
    })
  }

  return { call, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof openClient>

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') {
    return gunzipSync(bytes)
  }
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}
