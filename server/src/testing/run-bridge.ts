import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { COMPILE_CACHE } from './run-program.ts'

const PROJECT = join(import.meta.dirname, '..', '..', '..')

/** `npm run vestry -- bridge` in a process of its own. */
export function runBridge(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['server/src/cli/command-line.ts', 'bridge', ...args], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...COMPILE_CACHE, ...environment },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number)
  return {
    printed: () => printed,
    /** The code or the signal that it ends with. */
    ended,
    /** Sends it a signal, and waits until it has ended. */
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      return await ended
    },
  }
}
