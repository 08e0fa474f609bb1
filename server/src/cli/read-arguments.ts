import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

/** Reads the options and positionals of a command. Throws UsageError with one sentence that says what is wrong. */
export function readArguments<C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config)
  } catch (cause) {
    const [what = ''] = cause instanceof Error ? cause.message.split('. ') : []
    throw new UsageError(`${what.replace(/\.$/, '')}.`, { cause })
  }
}

/** Refuses an option that only another form of the command takes, since we don't guess what it should do here. */
export function rejectUnknownOptions(command: string, values: object, allowed: readonly string[]) {
  const other = Object.keys(values).find((name) => !allowed.includes(name))
  if (other !== undefined) {
    throw new UsageError(`"${command}" takes no --${other}.`)
  }
}
