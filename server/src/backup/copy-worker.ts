import { setPriority } from 'node:os'
import { platform } from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { runBackup } from './run-backup.ts'
import type { CopyOrder, CopyReport } from './scheduled-copies.ts'

const { config, backup, now } = workerData as CopyOrder

// On Linux this is of this thread alone: whoever asks the server for something comes first.
if (platform === 'linux') {
  setPriority(0, 10)
}
const report = await runBackup(
  config,
  {
    folder: backup.folder,
    passphrase: async () => config.backupPassphrase,
    keep: backup.keep,
    verify: true,
    clock: { now: () => now },
  },
  () => undefined,
).then(
  (done): CopyReport => ({ done }),
  (error: Error): CopyReport => ({ failed: error.name === 'Error' ? (error.stack ?? '') : error.message }),
)
parentPort?.postMessage(report)
