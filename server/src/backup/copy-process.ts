import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { CopyOrder, CopyReport } from './scheduled-copies.ts'

// The server ends this process: a key that stops both, or a stop of the whole service, must not count as a failed copy.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => undefined)
}
process.once('disconnect', () => process.exit())
// Requests to the server come first.
setPriority(10)

const { runBackup } = await import('./run-backup.ts')
const [{ config, backup, now }] = (await once(process, 'message')) as [CopyOrder]
const report = await runBackup(
  config,
  {
    folder: backup.folder,
    passphrase: async () => config.backupPassphrase,
    keep: backup.keep,
    unattended: true,
    clock: { now: () => now },
  },
  () => undefined,
).then(
  (done): CopyReport => ({ done }),
  (error: Error): CopyReport => ({ failed: error.name === 'Error' ? (error.stack ?? '') : error.message }),
)
process.send?.(report, () => process.exit())
