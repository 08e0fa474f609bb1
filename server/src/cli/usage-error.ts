/** A command that was not written as it must be; shown with a hint at --help. */
export class UsageError extends Error {
  override name = 'UsageError'
}
