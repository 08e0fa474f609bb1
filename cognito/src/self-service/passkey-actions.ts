import { z } from 'zod'
import { type ActionTable, action, type RequestContext } from '../action.ts'
import { AccessToken, authenticate, authenticateRecent } from '../authenticate.ts'
import { auditActor } from '../core/audit-events.ts'
import type { ChallengeResult } from '../core/factors/challenges.ts'
import {
  CEREMONY,
  describe,
  handleOfCeremony,
  listPasskeys,
  MAX_PASSKEYS,
  type Passkey,
  relyingPartyOf,
  transportsOf,
} from '../core/factors/known-passkeys.ts'
import { sendNotice } from '../core/factors/send-code.ts'
import { ALGORITHMS, verifyNewPasskey } from '../core/factors/verify-passkey.ts'
import { NewCredential, readClientData } from '../core/requests/read-credential.ts'
import { lockIfUnchanged, type User } from '../core/users/users-sql.ts'
import { CognitoError, invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

const REGISTRATION = 'WEB_AUTHN_REGISTRATION'

type SignedIn = { user: User; originJti: string }

/** What users do about their own passkeys. */
export function passkeyActions(parts: CognitoParts): ActionTable {
  const { database, challenges, rules } = parts

  async function authenticateForPasskeys(accessToken: string, how = authenticateRecent): Promise<SignedIn> {
    const { user, originJti } = await how(parts, accessToken)
    if (!rules.firstFactors.includes('passkey')) {
      throw new CognitoError('WebAuthnNotEnabledException', 'Passkeys are not enabled for this user pool.')
    }
    return { user, originJti }
  }

  return {
    StartWebAuthnRegistration: action(z.object({ AccessToken }), async (input) => {
      const { user } = await authenticateForPasskeys(input.AccessToken)
      const kept = await listPasskeys(database.sql, user.sub)
      checkRoom(kept)
      const { handle, write } = challenges.prepare(REGISTRATION, { sub: user.sub })
      await write(database.sql)
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      return {
        CredentialCreationOptions: await generateRegistrationOptions({
          rpName: 'Vestry',
          rpID: relyingPartyOf(parts).id,
          userID: new Uint8Array(Buffer.from(user.sub)),
          userName: user.email,
          userDisplayName: user.attributes.name ?? user.email,
          challenge: new Uint8Array(Buffer.from(handle, 'base64')),
          timeout: CEREMONY,
          attestationType: 'none',
          excludeCredentials: kept.map(describe),
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      }
    }),

    CompleteWebAuthnRegistration: action(
      z.object({ AccessToken, Credential: NewCredential }),
      async (input, context) => {
        // Its challenge was given to a recent sign-in, and lives for three minutes.
        const signedIn = await authenticateForPasskeys(input.AccessToken, authenticate)
        const { Credential: credential } = input
        const challenge = readClientData(credential.response.clientDataJSON)?.challenge ?? ''
        try {
          return await challenges.answer<{ sub: string }>(
            REGISTRATION,
            handleOfCeremony(challenge),
            { credential },
            async ({ sub }) => {
              if (sub !== signedIn.user.sub) {
                throw challengeNotFound()
              }
              return addPasskey(parts, signedIn, credential, challenge, context)
            },
          )
        } catch (error) {
          // There is no such challenge, or it is used up or too old.
          const isGone = error instanceof CognitoError && error.name === 'NotAuthorizedException'
          throw isGone ? challengeNotFound() : error
        }
      },
    ),

    ListWebAuthnCredentials: action(
      z.object({
        AccessToken,
        MaxResults: z.int().min(0).max(MAX_PASSKEYS).default(MAX_PASSKEYS),
        NextToken: z.string().min(1).max(2048).optional(),
      }),
      async (input) => {
        const { user } = await authenticateForPasskeys(input.AccessToken, authenticate)
        const all = await listPasskeys(database.sql, user.sub)
        const before = all.findIndex(({ credential_id }) => credential_id === input.NextToken)
        if (input.NextToken !== undefined && before < 0) {
          throw invalidParameter('Invalid pagination token.')
        }
        const end = before + 1 + (input.MaxResults || MAX_PASSKEYS)
        const page = all.slice(before + 1, end)
        return {
          Credentials: page.map(wirePasskeyOf),
          ...(end < all.length && { NextToken: page.at(-1)?.credential_id }),
        }
      },
    ),

    DeleteWebAuthnCredential: action(
      z.object({ AccessToken, CredentialId: z.string().min(1).max(2048) }),
      async (input, context) => {
        const { user } = await authenticateForPasskeys(input.AccessToken)
        await database.sql.transaction().execute(async (transaction) => {
          const removed = await transaction
            .deleteFrom('identity_passkey')
            .where('credential_id', '=', input.CredentialId)
            .where('sub', '=', user.sub)
            .returning('name')
            .executeTakeFirst()
          if (!removed) {
            throw new CognitoError('ResourceNotFoundException', 'The passkey does not exist.')
          }
          const self = auditActor(user)
          const entry = {
            actor: self,
            subject: self,
            address: context.address,
            parts: { name: removed.name },
          }
          await parts.auditLog.record({ kind: 'passkey_removed', ...entry }, transaction)
        })
        sendNotice(parts, user, 'passkey-removed', context)
        return {}
      },
    ),
  }
}

async function addPasskey(
  parts: CognitoParts,
  { user, originJti }: SignedIn,
  credential: NewCredential,
  challenge: string,
  context: RequestContext,
): Promise<ChallengeResult> {
  const { sessions, clock, auditLog } = parts
  const relyingParty = relyingPartyOf(parts)
  const { id, publicKey, counter } = await verifyNewPasskey(credential, challenge, relyingParty)
  const transports = credential.response.transports ?? []
  const passkey: Passkey = {
    credential_id: id,
    sub: user.sub,
    public_key: publicKey,
    counter,
    name: nameOf(transports),
    rp_id: relyingParty.id,
    attachment: credential.authenticatorAttachment ?? null,
    transports: JSON.stringify(transports),
    created: clock.now(),
  }
  return {
    answer: {},
    async write(sql) {
      // The user's row first, as every reset does: an account just reset or ended gets no more passkey.
      const isUnchanged = await lockIfUnchanged(sql, user, ['encryptedVerifier', 'enabled', 'status'])
      if (!isUnchanged || !(await sessions.hold(originJti, sql))) {
        throw challengeNotFound()
      }
      checkRoom(await listPasskeys(sql, user.sub))
      const { numInsertedOrUpdatedRows: added } = await sql
        .insertInto('identity_passkey')
        .values(passkey)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (added !== 1n) {
        throw new CognitoError(
          'WebAuthnCredentialNotSupportedException',
          'The passkey is registered already.',
        )
      }
      const self = auditActor(user)
      const entry = { actor: self, subject: self, address: context.address, parts: { name: passkey.name } }
      await auditLog.record({ kind: 'passkey_added', ...entry }, sql)
      sendNotice(parts, user, 'passkey-added', context)
    },
  }
}

/** Authenticators don't say what they are, since we ask nobody to vouch for them. */
function nameOf(transports: readonly string[]): string {
  const isKey = transports.length > 0 && transports.every((way) => ['usb', 'nfc', 'ble'].includes(way))
  return isKey ? 'Security key' : 'Passkey'
}

function checkRoom(kept: readonly Passkey[]): void {
  if (kept.length >= MAX_PASSKEYS) {
    throw new CognitoError('LimitExceededException', `Nobody can have more than ${MAX_PASSKEYS} passkeys.`)
  }
}

function challengeNotFound(): CognitoError {
  return new CognitoError('WebAuthnChallengeNotFoundException', 'The challenge was not found or has expired.')
}

function wirePasskeyOf(passkey: Passkey) {
  return {
    CredentialId: passkey.credential_id,
    FriendlyCredentialName: passkey.name,
    RelyingPartyId: passkey.rp_id,
    ...(passkey.attachment !== null && { AuthenticatorAttachment: passkey.attachment }),
    AuthenticatorTransports: transportsOf(passkey),
    CreatedAt: passkey.created / 1000,
  }
}
