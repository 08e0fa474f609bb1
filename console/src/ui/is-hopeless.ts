import { t } from '../messages/messages.ts'

const HOPELESS: ReadonlySet<unknown> = new Set(['invalid_request', 'not_allowed', 'not_found'])

/** Whether the same call would always fail again: an address asked for something impossible. */
export function isHopeless(error: unknown): boolean {
  return error instanceof Error && 'code' in error && HOPELESS.has(error.code)
}

/** What was loaded, unless it has been deleted since, or may no longer be seen. */
export function stillThere<Data>({ data, error }: { data: Data | undefined; error: Error | null }) {
  return isHopeless(error) ? undefined : data
}

/** Why the record that an address names could not be loaded. A malformed id is treated like an unknown one. */
export function notLoadedMessage(error: Error): string {
  return 'code' in error && error.code === 'invalid_request' ? t('data.error.not_found') : error.message
}
