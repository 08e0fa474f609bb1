import {
  IconDeviceMobileOff,
  IconHistory,
  IconKey,
  IconLogout2,
  IconMailForward,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import type { StaffRow } from '@vestry/contract/staff-accounts.ts'
import { askAndDo } from '../api/ask-and-delete.ts'
import { callApi } from '../api/call-api.ts'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { RowAction } from '../ui/row-menu.tsx'
import { nameOf } from './staff-columns.tsx'

type Deed =
  | 'inviteAgain'
  | 'passwordAgain'
  | 'disable'
  | 'enable'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'signOut'
  | 'remove'

/** Each does it, and answers the temporary password if there is one to be handed over. */
const CALLS: Record<
  Deed,
  (person: StaffRow) => Promise<{ message: string; temporary_password?: string | null }>
> = {
  inviteAgain: ({ sub }) => callApi('POST /staff/invitation', { body: { sub } }),
  passwordAgain: ({ sub }) => callApi('POST /staff/invitation', { body: { sub } }),
  disable: ({ sub }) => callApi('PUT /staff/enabled', { body: { sub, enabled: false } }),
  enable: ({ sub }) => callApi('PUT /staff/enabled', { body: { sub, enabled: true } }),
  resetPassword: ({ sub }) => callApi('POST /staff/password-reset', { body: { sub } }),
  resetSecondFactor: ({ sub }) => callApi('POST /staff/second-factor-reset', { body: { sub } }),
  signOut: ({ sub }) => callApi('POST /staff/sign-out', { body: { sub } }),
  remove: ({ sub }) => callApi('DELETE /staff', { query: { sub } }),
}
const DANGEROUS: readonly Deed[] = ['disable', 'remove']

/** What can be done to a person, as they stand. Nobody does to themselves what locks out: the server refuses it too. */
export function staffActions(ownEmail: string, reload: () => Promise<unknown>): RowAction<StaffRow>[] {
  const isOther = ({ email }: StaffRow) => email !== ownEmail
  const canSignIn = ({ enabled, status }: StaffRow) =>
    enabled && (status === 'active' || status === 'must_reset')
  const deed = (key: Deed) => ({
    key,
    title: t(`staff.do.${key}`),
    overflow: true,
    run: (person: StaffRow) => doIt(key, person, reload),
  })
  return [
    {
      key: 'edit',
      title: t('staff.do.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      to: ({ sub }) => paths.editStaff(sub),
    },
    {
      ...deed(runtimeConfig().sendsEmail ? 'inviteAgain' : 'passwordAgain'),
      icon: <IconMailForward size={16} aria-hidden />,
      when: ({ enabled, status }) => enabled && status === 'invited',
    },
    {
      ...deed('resetPassword'),
      icon: <IconKey size={16} aria-hidden />,
      when: (person) => isOther(person) && canSignIn(person),
    },
    {
      ...deed('resetSecondFactor'),
      icon: <IconDeviceMobileOff size={16} aria-hidden />,
      when: (person) => isOther(person) && canSignIn(person),
    },
    { ...deed('signOut'), icon: <IconLogout2 size={16} aria-hidden />, when: canSignIn },
    {
      key: 'audit',
      title: t('staff.do.audit'),
      icon: <IconHistory size={16} aria-hidden />,
      overflow: true,
      to: ({ email }) => paths.auditOf(email),
    },
    {
      ...deed('enable'),
      icon: <IconUserCheck size={16} aria-hidden />,
      when: ({ enabled }) => !enabled,
    },
    {
      ...deed('disable'),
      icon: <IconUserOff size={16} aria-hidden />,
      when: (person) => isOther(person) && person.enabled,
    },
    { ...deed('remove'), icon: <IconTrash size={16} aria-hidden />, danger: true, when: isOther },
  ]
}

/** Asks, saying what follows from it, and does it. Answers whether the person is gone. */
async function doIt(deed: Deed, person: StaffRow, reload: () => Promise<unknown>): Promise<boolean> {
  const who = { name: nameOf(person), email: person.email }
  const { sendsEmail } = runtimeConfig()
  const done = await askAndDo({
    ask: async () => ({
      title: t(`staff.ask.${deed}`, who),
      message:
        deed === 'resetPassword' && !sendsEmail
          ? t('staff.consequence.codeInOutbox')
          : t(`staff.consequence.${deed}`, who),
    }),
    yes: t(`staff.yes.${deed}`),
    no: t('ui.dialog.cancel'),
    danger: DANGEROUS.includes(deed),
    running: t('ui.progress.processing'),
    work: async () => {
      const { temporary_password: password } = await CALLS[deed](person)
      const message =
        deed === 'resetPassword' && !sendsEmail
          ? t('staff.done.codeInOutbox', who)
          : t(`staff.done.${deed}`, who)
      return { status: 'success', message, ...(password && { code: password }) }
    },
    reload,
    failed: t('staff.failed'),
  })
  return done && deed === 'remove'
}
