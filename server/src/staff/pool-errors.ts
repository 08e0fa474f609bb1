import { ApiError } from '../http/api-errors.ts'

/** Turns a refusal of the pool into an ApiError; any other error stays as it is. */
export function toApiError(error: unknown): unknown {
  const cause = { cause: error }
  switch (error instanceof Error ? error.name : '') {
    case 'UserNotFoundException':
      return new ApiError(
        'not_found',
        'There is nobody of that id here; the account may have been deleted.',
        cause,
      )
    case 'UsernameExistsException':
    case 'AliasExistsException':
      return new ApiError('already_exists', 'Someone with this email address already exists.', {
        field: 'email',
        ...cause,
      })
    case 'GroupExistsException':
      return new ApiError('already_exists', 'There is a group of this name already.', {
        field: 'name',
        ...cause,
      })
    case 'UnsupportedUserStateException':
    case 'NotAuthorizedException':
      return new ApiError('wrong_status', 'The status of the account does not allow this.', cause)
    case 'ResourceNotFoundException':
      return new ApiError('unknown_group', 'One of the groups no longer exists.', {
        field: 'groups',
        ...cause,
      })
    case 'InvalidParameterException':
      return new ApiError('invalid_request', 'One of the values is not valid.', cause)
    case 'AccessDeniedException':
    case 'CredentialsProviderError':
    case 'ExpiredTokenException':
    case 'IncompleteSignatureException':
    case 'InvalidSignatureException':
    case 'MissingAuthenticationTokenException':
    case 'UnrecognizedClientException':
      // The caller has done nothing wrong: the pool refuses the server's own credentials.
      return new ApiError(
        'unavailable',
        'The server may not manage the users of the user pool. Its AWS credentials need the rights that docs/aws.md names.',
        cause,
      )
    case 'TooManyRequestsException':
    case 'LimitExceededException':
    case 'ThrottlingException':
      return new ApiError('too_many_requests', 'Too many changes at once. Try again in a minute.', cause)
    case 'CodeDeliveryFailureException':
      return new ApiError('unavailable', 'The email could not be sent. Try again in a minute.', cause)
    default:
      return isBrokenLine(error)
        ? new ApiError(
            'unavailable',
            'The user pool can not be reached just now. Try again in a minute.',
            cause,
          )
        : error
  }
}

/** Whether an ApiError says that the pool has done what was asked, except for the email. */
export function isUndelivered(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error && cause.name === 'CodeDeliveryFailureException'
}

/** There was no response, or one that only says to come back later. */
function isBrokenLine(error: unknown): boolean {
  const { name, code, $metadata } = error as {
    name?: string
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  return (
    name === 'TimeoutError' ||
    name === 'InternalErrorException' ||
    /^E[A-Z_]+$/.test(code ?? '') ||
    [502, 503, 504].includes($metadata?.httpStatusCode ?? 0)
  )
}
