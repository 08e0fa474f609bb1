import { ApiError } from '../http/api-errors.ts'

/** What the pool refuses, in the API's own codes; whatever else went wrong stays as it is. */
export function inOurWords(error: unknown): unknown {
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
      return new ApiError('already_exists', 'Somebody here has this e-mail address already.', {
        field: 'email',
        ...cause,
      })
    case 'UnsupportedUserStateException':
    case 'NotAuthorizedException':
      return new ApiError('wrong_status', 'The account is not in a state for this.', cause)
    case 'ResourceNotFoundException':
      return new ApiError('unknown_group', 'One of the groups no longer exists.', {
        field: 'groups',
        ...cause,
      })
    case 'InvalidParameterException':
      return new ApiError('invalid_request', 'The user pool does not take one of the values.', cause)
    case 'TooManyRequestsException':
    case 'LimitExceededException':
      return new ApiError('too_many_requests', 'Too many changes at once. Try again in a minute.', cause)
    case 'CodeDeliveryFailureException':
      return new ApiError('unavailable', 'The letter could not be sent. Try again in a minute.', cause)
    default:
      return error
  }
}
