/** A copy that can't be made, read or put back; the message is one sentence to show. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** An error of the disk as one sentence, where an operator can fix the cause; any other as it is. */
export function toUserError(error: unknown, folder: string): unknown {
  switch ((error as { code?: string }).code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
    case 'SQLITE_FULL':
      return new BackupError(
        `The disk of ${folder} is full; make room and start again: what is copied already counts.`,
        {
          cause: error,
        },
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
      return new BackupError(`${folder} may not be read or written by this user; fix its permissions.`, {
        cause: error,
      })
    case 'EIO':
    case 'ESTALE':
    case 'ENOTCONN':
    case 'EHOSTDOWN':
      return new BackupError(
        `${folder} can't be read or written just now; look at its disk or its network.`,
        {
          cause: error,
        },
      )
    default:
      return error
  }
}
