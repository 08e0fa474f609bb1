import type { CallInput } from '@vestry/contract/calls/api.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { t } from '../messages/messages.ts'
import type { Message } from '../ui/dialogs/dialogs.ts'
import type { Invitee } from './invitees.ts'

type Invitation = NonNullable<CallInput<'POST /staff'>['body']>

export type Invited = {
  /** With the temporary password if it has to be handed over. */
  done: { email: string; password: string | null }[]
  left: (Invitee & { why: string })[]
  /** People who were added but got no email: it can be sent from the list of staff. */
  unsent: (Invitee & { why: string })[]
}

/** Invites people one after the other. A problem with one address doesn't keep the others from being invited. */
export async function inviteSeveral(
  invitees: readonly Invitee[],
  rest: Pick<Invitation, 'language' | 'groups'>,
  onNext: (invitee: Invitee, index: number) => void,
): Promise<Invited> {
  const done: Invited['done'] = []
  const left: Invited['left'] = []
  const unsent: Invited['unsent'] = []
  let stopped = false
  for (const [index, invitee] of invitees.entries()) {
    if (stopped) {
      left.push({ ...invitee, why: t('staff.several.notTried') })
      continue
    }
    onNext(invitee, index)
    const { email, name } = invitee
    try {
      const { temporary_password } = await callApi('POST /staff', { body: { email, name, ...rest } })
      done.push({ email, password: temporary_password })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      const those = error.code === 'not_sent' ? unsent : left
      those.push({ ...invitee, why: error.message })
      stopped = error.code !== 'already_exists' && error.code !== 'invalid_request'
    }
  }
  return { done, left, unsent }
}

/** Each address that is left over or got no email, with the reason. */
export function reasonsOf(those: Invited['left']): string[] {
  return those.map(({ email, why }) => t('staff.several.why', { email, why }))
}

/** The result: how many were invited, the passwords to hand over, and who was not invited. */
export function invitedMessage(invited: Invited): Message {
  const { done, left, unsent } = invited
  const count = done.length
  const handedOver = done.filter(({ password }) => password !== null)
  return {
    status: left.length + unsent.length === 0 ? 'success' : count === 0 ? 'error' : 'warning',
    message:
      count === 0
        ? t('staff.several.nobody')
        : t(handedOver.length > 0 ? 'staff.several.handOver' : 'staff.several.sent', { count }),
    ...(handedOver.length > 0 && {
      code: handedOver.map(({ email, password }) => `${email}  ${password}`).join('\n'),
    }),
    details: [
      ...reasonsOf(unsent),
      ...(left.length === 0 ? [] : [t('staff.several.left', { count: left.length }), ...reasonsOf(left)]),
    ],
  }
}
