/** A copy can't be made, read or put back; the message is one sentence to show. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** An error that no copy of ours causes: the checksums fit, but the content is not what a church has. */
export function notOurs(error: unknown, id: string): unknown {
  const { message = '', cause } = error as Partial<Error>
  const { name = '', code = '' } = (cause ?? error) as Partial<NodeJS.ErrnoException>
  if (error instanceof BackupError) {
    return error
  }
  const isOfContent =
    ['ZodError', '$ZodError', 'SyntaxError', 'TypeError', 'RangeError', 'S3Error'].includes(name) ||
    /^(SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)|2[23]|ERR_|Z_)/.test(code)
  return isOfContent
    ? new BackupError(
        `The copy ${id} holds what Vestry never wrote into it; take another one with --copy. (${message.split('\n')[0]?.slice(0, 200)})`,
        { cause: error },
      )
    : error
}

/** An error of the disk that an operator can fix, as one sentence; any other error as it is. */
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
