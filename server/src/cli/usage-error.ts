/** A command that was written wrongly; shown with a hint at --help. */
export class UsageError extends Error {
  override name = 'UsageError'
}
