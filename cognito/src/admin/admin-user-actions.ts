import { z } from 'zod'
import { type ActionTable, type RequestContext, WireAttributes } from '../action.ts'
import { wireFactorsOf } from '../core/factors/second-factors.ts'
import { sendInvitation } from '../core/factors/send-code.ts'
import { isEmailAddress, readAdminWritable, wireAttributesOf, wireUserOf } from '../core/users/attributes.ts'
import type { User } from '../core/users/users-sql.ts'
import { CognitoError, invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { operatorAction, requireUser, Username } from './operator-action.ts'

const CreateUser = {
  Username,
  UserAttributes: WireAttributes.default([]),
  TemporaryPassword: z.string().min(1).max(256).optional(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
  DesiredDeliveryMediums: z.array(z.enum(['EMAIL', 'SMS'])).default(['EMAIL']),
  ClientMetadata: z.record(z.string(), z.string().max(2048)).default({}),
}

/** How operators make accounts and look at them. */
export function adminUserActions(parts: CognitoParts): ActionTable {
  const { accounts } = parts
  return {
    AdminCreateUser: operatorAction(parts, CreateUser, async (input, { context, record }) => {
      const given = { password: input.TemporaryPassword }
      if (input.MessageAction !== 'SUPPRESS' && !input.DesiredDeliveryMediums.includes('EMAIL')) {
        throw invalidParameter('Invitations go out by EMAIL.')
      }
      if (input.MessageAction === 'RESEND') {
        const user = await requireUser(parts, input.Username)
        if (user.status !== 'FORCE_CHANGE_PASSWORD') {
          throw new CognitoError(
            'UnsupportedUserStateException',
            'Resend not possible. status is not FORCE_CHANGE_PASSWORD',
          )
        }
        const password = await accounts.setPassword(user, given, record, 'staff_invited_again')
        return invited(user, password, input.ClientMetadata, context)
      }
      const { email: itsEmail, ...attributes } = readAdminWritable(input.UserAttributes)
      const email = input.Username.trim().toLowerCase()
      if (!isEmailAddress(email)) {
        throw invalidParameter('Username should be an email.')
      }
      if (itsEmail !== undefined && itsEmail.trim().toLowerCase() !== email) {
        throw invalidParameter('The email attribute must be the Username.')
      }
      const added = await accounts.add({ ...given, email, groups: [], attributes }, record)
      if (!added) {
        throw new CognitoError('UsernameExistsException', 'User account already exists')
      }
      const user = await requireUser(parts, added.sub)
      const isSilent = input.MessageAction === 'SUPPRESS'
      return invited(user, isSilent ? undefined : added.temporaryPassword, input.ClientMetadata, context)
    }),

    AdminGetUser: operatorAction(parts, { Username }, async (input) => {
      const user = await requireUser(parts, input.Username)
      const { Attributes: _, ...wire } = wireUserOf(user)
      return {
        ...wire,
        UserAttributes: wireAttributesOf(user),
        ...wireFactorsOf(parts, user),
      }
    }),
  }

  /**
   * The answer of a call that invites somebody, after the email to them. `invited_by` in the ClientMetadata says who
   * invites.
   */
  async function invited(
    user: User,
    password: string | undefined,
    metadata: Readonly<Record<string, string>>,
    context: RequestContext,
  ) {
    if (password !== undefined) {
      try {
        await sendInvitation(parts, user, password, metadata.invited_by)
      } catch (error) {
        context.later('An invitation could not be sent.', () => Promise.reject(error))
        throw new CognitoError(
          'CodeDeliveryFailureException',
          'The invitation could not be sent. Try again later.',
        )
      }
    }
    return { User: wireUserOf((await parts.users.findBySub(user.sub)) ?? user) }
  }
}
