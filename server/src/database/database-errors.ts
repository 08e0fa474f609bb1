/** Two writers got in each other's way; the whole transaction can simply be run again. */
const COLLIDED = new Set(['SQLITE_BUSY', '40001', '40P01'])
const AWAY = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOSPC',
  'EDQUOT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '25P03',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
])

export function isCollision(error: unknown): boolean {
  return COLLIDED.has(codeOf(error))
}

/** The database doesn't answer at the moment: it is being restarted, is full, or can't be reached. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return AWAY.has(code) || code === 'SQLITE_FULL' || /^(08|53)/.test(code) || isCollision(error)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
