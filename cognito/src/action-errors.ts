import type { CognitoErrorName } from './errors.ts'

/** The account was changed between reading and writing it. */
const CHANGED = 'TooManyRequestsException'

/** A code that was sent to somebody is checked. */
const WRONG_CODE = ['CodeMismatchException', 'ExpiredCodeException', 'LimitExceededException'] as const

/** A code is sent, and the response waits for that. */
const UNSENT_CODE = ['CodeDeliveryFailureException', 'LimitExceededException'] as const

/** The password is right, and the account is not open. */
const CLOSED_ACCOUNT = ['PasswordResetRequiredException', 'UserNotConfirmedException'] as const

const BEGINNING = [
  ...UNSENT_CODE,
  ...CLOSED_ACCOUNT,
  'InvalidParameterException',
  'NotAuthorizedException',
  'RefreshTokenReuseException',
  'ResourceNotFoundException',
] as const

const ANSWER = [
  ...WRONG_CODE,
  ...CLOSED_ACCOUNT,
  CHANGED,
  'CodeDeliveryFailureException',
  'InvalidParameterException',
  'InvalidPasswordException',
  'NotAuthorizedException',
  'PasswordHistoryPolicyViolationException',
  'ResourceNotFoundException',
] as const

const APP = [
  'ForbiddenException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'SoftwareTokenMFANotFoundException',
] as const

/** An operator's call names the pool and a user in it. */
const OF_USER = ['ResourceNotFoundException', 'UserNotFoundException'] as const

/**
 * The errors that each action may throw, once its members are read and its signature is checked. Any other error is a
 * fault of ours, and answered as such.
 */
export const DECLARED_ERRORS: Readonly<Record<string, readonly CognitoErrorName[]>> = {
  InitiateAuth: [...BEGINNING, 'TooManyRequestsException'],
  RespondToAuthChallenge: ANSWER,
  GetTokensFromRefreshToken: [
    'NotAuthorizedException',
    'RefreshTokenReuseException',
    'ResourceNotFoundException',
  ],
  RevokeToken: ['ResourceNotFoundException', 'UnsupportedTokenTypeException'],
  GlobalSignOut: ['NotAuthorizedException'],

  SignUp: [
    'InvalidParameterException',
    'InvalidPasswordException',
    'LimitExceededException',
    'NotAuthorizedException',
    'ResourceNotFoundException',
  ],
  ConfirmSignUp: [...WRONG_CODE, CHANGED, 'NotAuthorizedException', 'ResourceNotFoundException'],
  ResendConfirmationCode: [
    'InvalidParameterException',
    'LimitExceededException',
    'ResourceNotFoundException',
  ],
  ForgotPassword: ['LimitExceededException', 'ResourceNotFoundException'],
  ConfirmForgotPassword: [...WRONG_CODE, CHANGED, 'InvalidPasswordException', 'ResourceNotFoundException'],
  ChangePassword: [CHANGED, 'InvalidPasswordException', 'LimitExceededException', 'NotAuthorizedException'],

  GetUser: ['NotAuthorizedException'],
  UpdateUserAttributes: [
    ...UNSENT_CODE,
    CHANGED,
    'ForbiddenException',
    'InvalidParameterException',
    'NotAuthorizedException',
  ],
  DeleteUserAttributes: [
    CHANGED,
    'ForbiddenException',
    'InvalidParameterException',
    'NotAuthorizedException',
  ],
  GetUserAttributeVerificationCode: [...UNSENT_CODE, 'InvalidParameterException', 'NotAuthorizedException'],
  VerifyUserAttribute: [
    ...WRONG_CODE,
    CHANGED,
    'AliasExistsException',
    'InvalidParameterException',
    'NotAuthorizedException',
  ],
  DeleteUser: ['NotAuthorizedException'],

  AssociateSoftwareToken: APP,
  VerifySoftwareToken: [...APP, 'EnableSoftwareTokenMFAException'],
  SetUserMFAPreference: [
    CHANGED,
    'ForbiddenException',
    'InvalidParameterException',
    'NotAuthorizedException',
  ],
  GetUserAuthFactors: ['NotAuthorizedException'],

  StartWebAuthnRegistration: [
    'ForbiddenException',
    'LimitExceededException',
    'NotAuthorizedException',
    'WebAuthnNotEnabledException',
  ],
  CompleteWebAuthnRegistration: [
    'LimitExceededException',
    'NotAuthorizedException',
    'WebAuthnChallengeNotFoundException',
    'WebAuthnCredentialNotSupportedException',
    'WebAuthnNotEnabledException',
    'WebAuthnOriginNotAllowedException',
    'WebAuthnRelyingPartyMismatchException',
  ],
  ListWebAuthnCredentials: [
    'InvalidParameterException',
    'NotAuthorizedException',
    'WebAuthnNotEnabledException',
  ],
  DeleteWebAuthnCredential: [
    'ForbiddenException',
    'NotAuthorizedException',
    'ResourceNotFoundException',
    'WebAuthnNotEnabledException',
  ],

  ConfirmDevice: [
    'ForbiddenException',
    'InvalidParameterException',
    'InvalidUserPoolConfigurationException',
    'NotAuthorizedException',
  ],
  GetDevice: ['NotAuthorizedException', 'ResourceNotFoundException'],
  ListDevices: ['NotAuthorizedException'],
  UpdateDeviceStatus: [
    'ForbiddenException',
    'InvalidUserPoolConfigurationException',
    'NotAuthorizedException',
    'ResourceNotFoundException',
  ],
  ForgetDevice: ['NotAuthorizedException', 'ResourceNotFoundException'],

  AdminInitiateAuth: BEGINNING,
  AdminRespondToAuthChallenge: ANSWER,
  AdminCreateUser: [
    ...OF_USER,
    'CodeDeliveryFailureException',
    'InvalidParameterException',
    'InvalidPasswordException',
    'UnsupportedUserStateException',
    'UsernameExistsException',
  ],
  AdminGetUser: OF_USER,
  ListUsers: ['InvalidParameterException', 'ResourceNotFoundException'],
  AdminUpdateUserAttributes: [
    ...OF_USER,
    ...UNSENT_CODE,
    CHANGED,
    'AliasExistsException',
    'InvalidParameterException',
  ],
  AdminDeleteUserAttributes: [...OF_USER, CHANGED, 'InvalidParameterException'],
  AdminEnableUser: OF_USER,
  AdminDisableUser: OF_USER,
  AdminResetUserPassword: [...OF_USER, 'NotAuthorizedException'],
  AdminSetUserPassword: [...OF_USER, 'InvalidPasswordException'],
  AdminSetUserMFAPreference: [...OF_USER, CHANGED, 'InvalidParameterException'],
  AdminUserGlobalSignOut: OF_USER,
  AdminDeleteUser: OF_USER,
  AdminConfirmSignUp: [...OF_USER, 'NotAuthorizedException'],
  AdminListUserAuthEvents: [...OF_USER, 'InvalidParameterException'],

  AdminListDevices: OF_USER,
  AdminGetDevice: OF_USER,
  AdminForgetDevice: OF_USER,

  CreateGroup: ['GroupExistsException', 'ResourceNotFoundException'],
  GetGroup: ['ResourceNotFoundException'],
  UpdateGroup: ['ResourceNotFoundException'],
  DeleteGroup: ['ResourceNotFoundException'],
  ListGroups: ['InvalidParameterException', 'ResourceNotFoundException'],
  AdminListGroupsForUser: [...OF_USER, 'InvalidParameterException'],
  AdminAddUserToGroup: OF_USER,
  AdminRemoveUserFromGroup: OF_USER,
  ListUsersInGroup: ['InvalidParameterException', 'ResourceNotFoundException'],

  DescribeUserPool: ['ResourceNotFoundException'],
  DescribeUserPoolClient: ['ResourceNotFoundException'],
  ListUserPools: ['InvalidParameterException'],
  ListUserPoolClients: ['InvalidParameterException', 'ResourceNotFoundException'],
  GetUserPoolMfaConfig: ['ResourceNotFoundException'],

  GetId: ['InternalErrorException', 'NotAuthorizedException', 'ResourceNotFoundException'],
  GetCredentialsForIdentity: [
    'InternalErrorException',
    'InvalidParameterException',
    'NotAuthorizedException',
    'ResourceNotFoundException',
  ],
}
