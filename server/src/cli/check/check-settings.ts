import { statfs } from 'node:fs/promises'
import type { Clock } from '../../clock.ts'
import { isThisMachine } from '../../settings/https-settings.ts'
import { collectFindings, type Finding } from './finding.ts'

const HOUR = 60 * 60_000

/** The numbers by which Linux knows file systems whose bytes lie on another machine. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
])

type Settings = {
  publicUrl: string
  tls: unknown
  https: unknown
  trustProxy: readonly string[]
  mail: { smtpUrl: string | undefined }
  timeZone: string
  dataFolder: string
  databaseUrl: string | undefined
  s3: unknown
  /** The hours between two copies. */
  backup: { folder: string; every: number } | undefined
  backupPassphrase: string | undefined
}

export async function checkSettings(
  config: Settings,
  clock: Clock,
  findCopiesState: (
    backup: Settings['backup'],
    clock: Clock,
  ) => Promise<{ state: string; newest: number | null }>,
): Promise<Finding[]> {
  const { findings, ok, warn, fault } = collectFindings('settings')
  const { protocol, hostname } = new URL(config.publicUrl)
  if (protocol === 'http:' && !isThisMachine(hostname)) {
    fault(
      `VESTRY_PUBLIC_URL is ${config.publicUrl}: without https, passwords and names can be read on their way.`,
      'Put a proxy with TLS in front, and set it to the address that begins with https://.',
    )
  }
  if (protocol === 'https:' && !config.tls && !config.https && config.trustProxy.length === 0) {
    warn(
      'VESTRY_TRUST_PROXY is not set, though a proxy must be answering https: all requests seem to come from it.',
      'Set it to the address of the proxy, such as 127.0.0.1.',
    )
  }
  if (!config.mail.smtpUrl) {
    warn(
      'SMTP_URL is not set: no email leaves this machine. Codes lie in the outbox folder, and Staff shows the temporary passwords of new people.',
      'Set it to your mail server.',
    )
  }
  if (config.timeZone === 'UTC') {
    warn(
      'The time zone is UTC: services may seem to be on another day.',
      'Set VESTRY_TIMEZONE to that of the church, such as Europe/Madrid.',
    )
  }
  const kind = await fileSystemOf(config.dataFolder)
  if (kind !== undefined && !(config.databaseUrl && config.s3)) {
    fault(
      `The data folder lies on a network file system (${kind}), where SQLite can lose what it has written.`,
      'Move VESTRY_DATA to a disk of this machine.',
    )
  }
  if (!config.backup) {
    warn(
      'VESTRY_BACKUP_FOLDER is not set: the server makes no backups by itself.',
      'Set it to a folder on another disk, or see to it that "backup" is run every day.',
    )
  } else {
    const { folder } = config.backup
    const { state, newest } = await findCopiesState(config.backup, clock)
    if (state === 'none') {
      fault(`There is no backup in ${folder}.`, 'Run "backup" now, and look at the log of the server.')
    } else if (state === 'old' && newest !== null) {
      fault(
        `The newest backup in ${folder} is ${Math.floor((clock.now() - newest) / HOUR)} hours old.`,
        'Look at the log of the server for why there is no newer one.',
      )
    }
    if (config.backupPassphrase === undefined) {
      warn(
        `The backups in ${folder} are not encrypted: whoever finds that disk has the names of all children, and the key.`,
        'Set VESTRY_BACKUP_PASSPHRASE, and VESTRY_BACKUP_FOLDER to a new folder.',
      )
    }
  }
  if (findings.length === 0) {
    ok('Nothing that is set, or left unset, gives cause for concern.')
  }
  return findings
}

async function fileSystemOf(folder: string): Promise<string | undefined> {
  // The number has 32 bits, and some systems return it with a sign.
  return NETWORK_FILE_SYSTEMS.get((await statfs(folder)).type >>> 0)
}
