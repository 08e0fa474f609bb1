/**
 * Many listeners at the same time, each of whom is another person to the server. Everybody fetches one range of the
 * recording after the other, each for as long as it plays, and begins at another moment. Returns how much they fetched
 * and how long they waited.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type ListeningTask = {
  address: string
  listeners: number
  seconds: number
  /** The bytes of a range, and for how many seconds it plays. */
  stretch: number
  plays: number
  /** The bytes of the recording. */
  size: number
}
export type Listened = { requests: number; bytes: number; failed: number; milliseconds: number[] }

async function listen(task: ListeningTask, number: number, heard: Listened): Promise<void> {
  const { address, seconds, stretch, plays, size } = task
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const client = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const end = performance.now() + seconds * 1000
  await pause((number / task.listeners) * plays * 1000)
  let first = (number * stretch) % (size - stretch)
  while (performance.now() < end) {
    const began = performance.now()
    const range = `bytes=${first}-${first + stretch - 1}`
    try {
      const bytes = await take(address, { range, 'x-forwarded-for': client }, agent)
      heard.bytes += bytes
      heard.requests += 1
    } catch {
      heard.failed += 1
    }
    const took = performance.now() - began
    heard.milliseconds.push(took)
    first = (first + stretch) % (size - stretch)
    await pause(Math.max(0, plays * 1000 - took))
  }
  agent.destroy()
}

function take(address: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers, agent }, async (answer) => {
      try {
        let bytes = 0
        for await (const chunk of answer) {
          bytes += chunk.length
        }
        if (answer.statusCode === 206) {
          resolve(bytes)
        } else {
          reject(new Error(`The answer was ${answer.statusCode}`))
        }
      } catch (error) {
        reject(error)
      }
    })
    asked.on('error', reject)
    asked.end()
  })
}

process.once('message', async (task: ListeningTask) => {
  const heard: Listened = { requests: 0, bytes: 0, failed: 0, milliseconds: [] }
  await Promise.all(Array.from({ length: task.listeners }, (_, number) => listen(task, number, heard)))
  process.send?.(heard, () => process.disconnect())
})
