/** What the identity service answers when nothing but another sign-in helps: Amplify drops the tokens then. */
const ENDS = [
  'NotAuthorizedException',
  'TokenRevokedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
]

/** Whether a token that could not be renewed means that the session is over, rather than that the server is. */
export function endsSession(error: unknown): boolean {
  const name = nameOfError(error)
  return ENDS.some((one) => name.startsWith(one))
}

/** Whether no answer came at all. */
export function isUnreachable(error: unknown): boolean {
  return nameOfError(error) === 'NetworkError'
}

export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
