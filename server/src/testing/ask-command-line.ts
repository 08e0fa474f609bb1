import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { COMPILE_CACHE } from './run-program.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const COMMAND_LINE = join('server', 'src', 'cli', 'command-line.ts')
const run = promisify(execFile)

/** An operator's access key. */
export type OperatorKey = { accessKeyId: string; secretAccessKey: string }

/** What the command line of a server prints, given only its settings. */
export async function askCommandLine(
  environment: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [COMMAND_LINE, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...COMPILE_CACHE, ...environment },
    timeout: 60_000,
  })
  return stdout
}

export async function makeOperatorKey(environment: Record<string, string>): Promise<OperatorKey> {
  const told = await askCommandLine(environment, 'keys', 'make', 'test')
  const [, accessKeyId = '', secretAccessKey = ''] = /id: (\S+)\n.*: (\S+)\n/.exec(told) ?? []
  return { accessKeyId, secretAccessKey }
}
