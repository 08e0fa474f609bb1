/** The identity service's errors after which only another sign-in helps: Amplify then drops the tokens. */
const ENDS = [
  'NotAuthorizedException',
  'TokenRevokedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
]

/** Whether a token that could not be renewed means that the session is over, and not that the server is unreachable. */
export function endsSession(error: unknown): boolean {
  const name = nameOfError(error)
  return ENDS.some((one) => name.startsWith(one))
}

/** Whether there was no response of the service's own: none at all, or the page of a Wi-Fi, which is no JSON. */
export function isUnreachable(error: unknown): boolean {
  return ['NetworkError', 'SyntaxError'].includes(nameOfError(error))
}

export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
