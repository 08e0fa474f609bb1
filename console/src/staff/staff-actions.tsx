import type { StaffRow } from '@vestry/contract/calls/staff-accounts.ts'
import { callApi } from '../api/call-api.ts'
import { askAndDo } from '../api/trash/ask-and-delete.ts'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { RowAction } from '../ui/list/row-menu.tsx'
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
} from '../ui/look/icons.ts'
import { nameOf } from './staff-columns.tsx'

type StaffAction =
  | 'inviteAgain'
  | 'passwordAgain'
  | 'disable'
  | 'enable'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'signOut'
  | 'remove'

/** Each action does its work, and returns the temporary password if there is one to hand over. */
const CALLS: Record<
  StaffAction,
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
const DANGEROUS: readonly StaffAction[] = ['disable', 'remove']

/**
 * The actions for a person, by their status. Nobody can do to themselves what would lock them out: the server refuses
 * it too.
 */
export function staffActions(ownEmail: string, reload: () => Promise<unknown>): RowAction<StaffRow>[] {
  const isOther = ({ email }: StaffRow) => email !== ownEmail
  const canSignIn = ({ enabled, status }: StaffRow) =>
    enabled && (status === 'active' || status === 'must_reset')
  const action = (key: StaffAction) => ({
    key,
    title: t(`staff.do.${key}`),
    overflow: true,
    run: (person: StaffRow) => askAndRun(key, person, reload),
  })
  return [
    {
      key: 'edit',
      title: t('staff.do.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      to: ({ sub }) => paths.editStaff(sub),
    },
    {
      ...action(runtimeConfig().sendsEmail ? 'inviteAgain' : 'passwordAgain'),
      icon: <IconMailForward size={16} aria-hidden />,
      when: ({ enabled, status }) => enabled && status === 'invited',
    },
    {
      ...action('resetPassword'),
      icon: <IconKey size={16} aria-hidden />,
      when: (person) => isOther(person) && canSignIn(person),
    },
    {
      ...action('resetSecondFactor'),
      icon: <IconDeviceMobileOff size={16} aria-hidden />,
      when: (person) => isOther(person) && canSignIn(person),
    },
    { ...action('signOut'), icon: <IconLogout2 size={16} aria-hidden />, when: canSignIn },
    {
      key: 'audit',
      title: t('staff.do.audit'),
      icon: <IconHistory size={16} aria-hidden />,
      overflow: true,
      to: ({ email }) => paths.auditOf(email),
    },
    {
      ...action('enable'),
      icon: <IconUserCheck size={16} aria-hidden />,
      when: ({ enabled }) => !enabled,
    },
    {
      ...action('disable'),
      icon: <IconUserOff size={16} aria-hidden />,
      when: (person) => isOther(person) && person.enabled,
    },
    { ...action('remove'), icon: <IconTrash size={16} aria-hidden />, danger: true, when: isOther },
  ]
}

/** Asks, naming the consequences, and does it. Returns whether the person is gone. */
async function askAndRun(
  action: StaffAction,
  person: StaffRow,
  reload: () => Promise<unknown>,
): Promise<boolean> {
  const who = { name: nameOf(person), email: person.email }
  const { sendsEmail } = runtimeConfig()
  const done = await askAndDo({
    ask: async () => ({
      title: t(`staff.ask.${action}`, who),
      message:
        action === 'resetPassword' && !sendsEmail
          ? t('staff.consequence.codeInOutbox')
          : t(`staff.consequence.${action}`, who),
    }),
    yes: t(`staff.yes.${action}`),
    no: t('ui.dialog.cancel'),
    danger: DANGEROUS.includes(action),
    running: t('ui.progress.processing'),
    work: async () => {
      const { temporary_password: password } = await CALLS[action](person)
      const message =
        action === 'resetPassword' && !sendsEmail
          ? t('staff.done.codeInOutbox', who)
          : t(`staff.done.${action}`, who)
      return { status: 'success', message, ...(password && { code: password }) }
    },
    reload,
    failed: t('staff.failed'),
  })
  return done && action === 'remove'
}
