import { type ChildProcess, spawn } from 'node:child_process'
import { installed, ROOT } from './run-step.ts'

/**
 * The server, started again at every change, and Vite's own server in front of it with hot reload at
 * http://localhost:5173. Both end together.
 */
const parts: ChildProcess[] = [
  start(['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)], ROOT),
  start([...installed('vite', 'bin', 'vite.js')], `${ROOT}/console`),
]

function start(args: string[], cwd: string): ChildProcess {
  const part = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  part.on('exit', () => endAll('SIGTERM'))
  return part
}

function endAll(signal: NodeJS.Signals) {
  for (const part of parts) {
    part.kill(signal)
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => endAll(signal))
}
