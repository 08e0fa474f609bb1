import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

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
  announce(name)
  const child = startNode(args, 'inherit', environment)
  const [status] = await once(child, 'close')
  return status === 0
}

/** Runs a step beside others, and prints its name and what it said when it has ended. */
export async function runStepBeside(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const child = startNode(args, 'pipe', environment)
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = await once(child, 'close')
  announce(name)
  process.stdout.write(Buffer.concat(said))
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
