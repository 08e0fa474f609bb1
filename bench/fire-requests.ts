import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const AUTOCANNON = join(import.meta.dirname, '..', 'node_modules', 'autocannon', 'autocannon.js')

/** Requests and bytes a second, and the median and the 99th percentile in milliseconds. */
export type Fired = { rate: number; bytes: number; p50: number; p99: number }

/**
 * Sends one request over and over, on a number of connections, from a process of its own. A response with another
 * status is a failure.
 */
export async function fireRequests(
  address: string,
  {
    seconds,
    connections,
    headers = {},
    status = 200,
  }: { seconds: number; connections: number; headers?: Record<string, string>; status?: number },
): Promise<Fired> {
  const told = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = ['-j', '-c', String(connections), '-d', String(seconds), ...told, address]
  const child = spawn(process.execPath, [AUTOCANNON, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const output: Buffer[] = []
  for await (const chunk of child.stdout) {
    output.push(chunk)
  }
  await ended
  const { requests, throughput, latency, statusCodeStats, errors } = JSON.parse(
    Buffer.concat(output).toString(),
  )
  const statuses = Object.keys(statusCodeStats)
  if (errors > 0 || statuses.some((one) => one !== String(status))) {
    throw new Error(`${address} answered ${statuses.join(', ')}, and ${errors} requests failed`)
  }
  return { rate: requests.average, bytes: throughput.average, p50: latency.p50, p99: latency.p99 }
}
