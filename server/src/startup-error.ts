/** The program can't start, and the operator can fix that. The message is one sentence that says how. */
export class StartupError extends Error {
  override name = 'StartupError'
}
