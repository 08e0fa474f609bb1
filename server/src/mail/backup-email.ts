import type { Letter } from './email.ts'
import { renderEmail } from './render-email.ts'

/** Notifies an administrator that the server could not make a backup; the reason is the server's own sentence. */
export function backupLetter(given: { to: string; locale: string; reason: string }): Letter {
  return { to: given.to, ...renderEmail('backup-failed', given.locale, { reason: given.reason }) }
}
