import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** What failed, and what it said: printed again at the end of a run, which is all that some keep of one elsewhere. */
export const failures: string[] = []

/** No step is begun from then on. */
let isStopped = false

/** A program that an installed package brought, as the arguments that Node runs it with. */
export function installed(...path: string[]): string[] {
  return [join(ROOT, 'node_modules', ...path)]
}

/** Prints the name of a step and runs Node on `args` from the root of the project; tells whether it succeeded. */
export async function runStep(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  if (isStopped) {
    return false
  }
  announce(name)
  return await endOf(startNode(args, 'inherit', environment))
}

/** Runs a step beside others, and prints its name and what it said when it has ended. */
export async function runStepBeside(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  if (isStopped) {
    return false
  }
  const child = startNode(args, 'pipe', environment)
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  const passed = await endOf(child)
  announce(name)
  process.stdout.write(Buffer.concat(said))
  if (!passed) {
    failures.push(`${name}\n${Buffer.concat(said)}`)
  }
  return passed
}

/** Hands SIGTERM on meanwhile, once; a terminal sends Ctrl-C to the steps as well. Tells whether the step succeeded. */
async function endOf(child: ChildProcess): Promise<boolean> {
  const stop = () => {
    isStopped = true
    return child.killed || child.kill('SIGTERM')
  }
  process.on('SIGTERM', stop)
  const [status] = await once(child, 'close')
  process.off('SIGTERM', stop)
  return status === 0
}

function announce(name: string) {
  process.stdout.write(`\n── ${name}\n`)
}

function startNode(args: string[], output: 'inherit' | 'pipe', environment: Record<string, string>) {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  return spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH, ...environment },
  })
}
