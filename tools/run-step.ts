import { spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** A program that an installed package brought, as the arguments that Node runs it with. */
export function installed(...path: string[]): string[] {
  return [join(ROOT, 'node_modules', ...path)]
}

/** Runs Node on `args` from the root of the project, in the foreground; tells whether it succeeded. */
export function runNode(args: string[], environment: Record<string, string> = {}): boolean {
  const result = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      ...environment,
    },
  })
  return result.status === 0
}

/** Prints the name of a step and runs it. */
export function runStep(name: string, args: string[], environment?: Record<string, string>): boolean {
  process.stdout.write(`\n── ${name}\n`)
  return runNode(args, environment)
}
