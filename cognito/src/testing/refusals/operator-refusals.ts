import { ofClient, ofPool, ofUser, type Refusals, type TestPool } from './test-pool.ts'

const badPage = { InvalidParameterException: { NextToken: 'none' } }
const set = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] })

/** Somebody whom another call changes while this one runs. */
async function changedMeanwhile(pool: TestPool) {
  const { Username } = await pool.addUser()
  pool.changeMeanwhile(Username)
  return { Username }
}

/** What operators are refused, and what the identity pool refuses. */
export const OPERATORS: Refusals = {
  AdminCreateUser: {
    ...ofPool,
    CodeDeliveryFailureException:
      'admin-user-actions.test.ts: keeps whom an invitation did not reach, to be invited again',
    InvalidParameterException: { Username: 'no address' },
    InvalidPasswordException: { Username: 'mahlon@example.org', TemporaryPassword: 'short' },
    UnsupportedUserStateException: { MessageAction: 'RESEND' },
    UserNotFoundException: { MessageAction: 'RESEND', Username: 'nobody@example.org' },
    UsernameExistsException: {},
  },
  AdminGetUser: ofUser,
  ListUsers: { ...ofPool, InvalidParameterException: { Filter: 'shoe_size = "44"' } },
  AdminUpdateUserAttributes: {
    ...ofUser,
    AliasExistsException: async (pool) => set('email', (await pool.addUser()).Username),
    CodeDeliveryFailureException: async (pool) => {
      pool.server.unreachable.add('nowhere@example.org')
      return { ...(await pool.addUser()), ...set('email', 'nowhere@example.org') }
    },
    InvalidParameterException: set('custom:choir', 'alto'),
    LimitExceededException: async (pool) => {
      const { AccessToken, Username } = await pool.addUser()
      await pool.exhaust(5, 'GetUserAttributeVerificationCode', { AccessToken })
      return { Username, ...set('email', 'somewhere@example.org') }
    },
    TooManyRequestsException: changedMeanwhile,
  },
  AdminDeleteUserAttributes: {
    ...ofUser,
    InvalidParameterException: { UserAttributeNames: ['email'] },
    TooManyRequestsException: changedMeanwhile,
  },
  AdminEnableUser: ofUser,
  AdminDisableUser: ofUser,
  AdminResetUserPassword: {
    ...ofUser,
    NotAuthorizedException: async (pool) => ({ Username: (await pool.signUp()).Username }),
  },
  AdminSetUserPassword: { ...ofUser, InvalidPasswordException: { Password: 'short' } },
  AdminSetUserMFAPreference: {
    ...ofUser,
    InvalidParameterException: { SoftwareTokenMfaSettings: { Enabled: true } },
    TooManyRequestsException: changedMeanwhile,
  },
  AdminUserGlobalSignOut: ofUser,
  AdminDeleteUser: ofUser,
  AdminConfirmSignUp: { ...ofUser, NotAuthorizedException: {} },
  AdminListUserAuthEvents: { ...ofUser, ...badPage },

  AdminListDevices: ofUser,
  AdminGetDevice: ofUser,
  AdminForgetDevice: { ...ofUser, ResourceNotFoundException: { DeviceKey: 'none' } },

  CreateGroup: { ...ofPool, GroupExistsException: {} },
  GetGroup: { ResourceNotFoundException: { GroupName: 'None' } },
  UpdateGroup: { ResourceNotFoundException: { GroupName: 'None' } },
  DeleteGroup: { ResourceNotFoundException: { GroupName: 'None' } },
  ListGroups: { ...ofPool, ...badPage },
  AdminListGroupsForUser: { ...ofUser, ...badPage },
  AdminAddUserToGroup: { ...ofUser, ResourceNotFoundException: { GroupName: 'None' } },
  AdminRemoveUserFromGroup: { ...ofUser, ResourceNotFoundException: { GroupName: 'None' } },
  ListUsersInGroup: { ResourceNotFoundException: { GroupName: 'None' }, ...badPage },

  DescribeUserPool: ofPool,
  DescribeUserPoolClient: ofClient,
  ListUserPools: badPage,
  ListUserPoolClients: { ...ofPool, ...badPage },
  GetUserPoolMfaConfig: ofPool,

  GetId: {
    InternalErrorException: 'action-errors.test.ts: a user pool elsewhere that can’t be reached is an error',
    NotAuthorizedException: { Logins: { 'accounts.example.com': 'none' } },
    ResourceNotFoundException: { IdentityPoolId: 'none' },
  },
  GetCredentialsForIdentity: {
    InternalErrorException: 'action-errors.test.ts: a user pool elsewhere that can’t be reached is an error',
    InvalidParameterException: { Logins: { '{provider}': '{idToken}' } },
    NotAuthorizedException: { Logins: { '{provider}': 'none' } },
    ResourceNotFoundException: {},
  },
}
