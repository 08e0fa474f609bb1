import { type Cognito, type CognitoOptions, createCognito, KeyFileError, UserError } from '@vestry/cognito'
import { type GroupRights, type Right, rightsOf } from '@vestry/contract/rules/rights.ts'
import { ADMINS, roleOf } from '@vestry/contract/rules/roles.ts'
import type { Config } from './config.ts'
import { ADMINISTRATORS, type Leases } from './database/leases.ts'
import { ApiError } from './http/api-errors.ts'
import type { VerifyIdToken } from './http/caller.ts'
import { StartupError } from './startup-error.ts'

/** The embedded identity service, as the server uses it. */
export type Identity = Omit<Cognito, 'verifyIdToken'> & {
  verifyIdToken: VerifyIdToken
  /** Adds the first user, an administrator, if there is nobody yet. Throws StartupError if the password is refused. */
  ensureFirstAdmin: Cognito['users']['ensureFirstAdmin']
}

/** Opens the identity service. Throws StartupError when its key file is missing, or belongs to another database. */
export async function openIdentity(
  config: Config,
  {
    leases,
    heldRights,
    ...given
  }: Pick<
    CognitoOptions,
    | 'database'
    | 'clock'
    | 'auditLog'
    | 'deliver'
    | 'locale'
    | 'storagePrefixes'
    | 'assumeRole'
    | 'guardOwnDeletion'
    | 'onThrottled'
  > & { leases: Leases; heldRights: () => GroupRights },
): Promise<Identity> {
  const { dataFolder, keyFile, publicUrl, redirectUris, logoutUris, region, cognito } = config
  const identity = await createCognito({
    ...given,
    dataFolder,
    keyFile,
    publicUrl,
    redirectUris,
    logoutUris,
    region,
    cognito,
    rules: config.signIn,
    adminGroup: ADMINS,
    mayWrite: (groups) => rightsIn(groups).includes('sermons'),
    withLock: (work) => leases.withLock(ADMINISTRATORS, work),
  }).catch((error: unknown) => {
    throw error instanceof KeyFileError ? new StartupError(error.message, { cause: error }) : error
  })
  function rightsIn(groups: readonly string[] | undefined): readonly Right[] {
    return rightsOf(roleOf(groups, identity.ids.userPoolId), heldRights())
  }

  return {
    ...identity,

    /** A sign-in at another service ends only with its token: there is nobody here to ask for more. */
    async verifyIdToken(token) {
      const holder = await identity.verifyIdToken(token)
      if (holder === 'unreachable') {
        throw new ApiError(
          'unavailable',
          'The sign-in service can not be reached just now. Try again in a minute.',
        )
      }
      return (
        holder && {
          sub: holder.sub,
          email: holder.email,
          name: holder.name,
          role: roleOf(holder.groups, identity.ids.userPoolId),
          rights: rightsIn(holder.groups),
        }
      )
    },

    async ensureFirstAdmin(first) {
      return identity.users.ensureFirstAdmin(first).catch((error: unknown) => {
        throw error instanceof UserError && error.code === 'bad_password'
          ? new StartupError(error.message.replace('The password', 'VESTRY_ADMIN_PASSWORD'))
          : error
      })
    },
  }
}
