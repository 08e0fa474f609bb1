import { ofClient, ofPerson, ofPool, type Refusals, type TestPool } from './test-pool.ts'

const badPage = { InvalidParameterException: { NextToken: 'none' } }
const set = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] })

/** Somebody whom another call changes while this one runs. */
async function changedMeanwhile(pool: TestPool) {
  const { Username } = await pool.addPerson()
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
  AdminGetUser: ofPerson,
  ListUsers: { ...ofPool, InvalidParameterException: { Filter: 'shoe_size = "44"' } },
  AdminUpdateUserAttributes: {
    ...ofPerson,
    AliasExistsException: async (pool) => set('email', (await pool.addPerson()).Username),
    CodeDeliveryFailureException: async (pool) => {
      pool.server.unreachable.add('nowhere@example.org')
      return { ...(await pool.addPerson()), ...set('email', 'nowhere@example.org') }
    },
    InvalidParameterException: set('custom:choir', 'alto'),
    LimitExceededException: async (pool) => {
      const { AccessToken, Username } = await pool.addPerson()
      await pool.exhaust(5, 'GetUserAttributeVerificationCode', { AccessToken })
      return { Username, ...set('email', 'somewhere@example.org') }
    },
    TooManyRequestsException: changedMeanwhile,
  },
  AdminDeleteUserAttributes: {
    ...ofPerson,
    InvalidParameterException: { UserAttributeNames: ['email'] },
    TooManyRequestsException: changedMeanwhile,
  },
  AdminEnableUser: ofPerson,
  AdminDisableUser: ofPerson,
  AdminResetUserPassword: {
    ...ofPerson,
    NotAuthorizedException: async (pool) => ({ Username: (await pool.signUp()).Username }),
  },
  AdminSetUserPassword: { ...ofPerson, InvalidPasswordException: { Password: 'short' } },
  AdminSetUserMFAPreference: {
    ...ofPerson,
    InvalidParameterException: { SoftwareTokenMfaSettings: { Enabled: true } },
    TooManyRequestsException: changedMeanwhile,
  },
  AdminUserGlobalSignOut: ofPerson,
  AdminDeleteUser: ofPerson,
  AdminConfirmSignUp: { ...ofPerson, NotAuthorizedException: {} },
  AdminListUserAuthEvents: { ...ofPerson, ...badPage },

  AdminListDevices: ofPerson,
  AdminGetDevice: ofPerson,
  AdminForgetDevice: { ...ofPerson, ResourceNotFoundException: { DeviceKey: 'none' } },

  CreateGroup: { ...ofPool, GroupExistsException: {} },
  GetGroup: { ResourceNotFoundException: { GroupName: 'None' } },
  UpdateGroup: { ResourceNotFoundException: { GroupName: 'None' } },
  DeleteGroup: { ResourceNotFoundException: { GroupName: 'None' } },
  ListGroups: { ...ofPool, ...badPage },
  AdminListGroupsForUser: { ...ofPerson, ...badPage },
  AdminAddUserToGroup: { ...ofPerson, ResourceNotFoundException: { GroupName: 'None' } },
  AdminRemoveUserFromGroup: { ...ofPerson, ResourceNotFoundException: { GroupName: 'None' } },
  ListUsersInGroup: { ResourceNotFoundException: { GroupName: 'None' }, ...badPage },

  DescribeUserPool: ofPool,
  DescribeUserPoolClient: ofClient,
  ListUserPools: badPage,
  ListUserPoolClients: { ...ofPool, ...badPage },
  GetUserPoolMfaConfig: ofPool,

  GetId: {
    InternalErrorException:
      'action-errors.test.ts: a user pool elsewhere that can’t be reached is told as a failure',
    NotAuthorizedException: { Logins: { 'accounts.example.com': 'none' } },
    ResourceNotFoundException: { IdentityPoolId: 'none' },
  },
  GetCredentialsForIdentity: {
    InternalErrorException:
      'action-errors.test.ts: a user pool elsewhere that can’t be reached is told as a failure',
    InvalidParameterException: { Logins: { '{provider}': '{idToken}' } },
    NotAuthorizedException: { Logins: { '{provider}': 'none' } },
    ResourceNotFoundException: {},
  },
}
