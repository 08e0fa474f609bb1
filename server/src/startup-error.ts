/** The program can't start as things are, and the operator can fix it. The message is one sentence that says how. */
export class StartupError extends Error {
  override name = 'StartupError'
}
