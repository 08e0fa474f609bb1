import { PasswordInput } from '@mantine/core'
import { updatePassword } from 'aws-amplify/auth'
import { nameOfError } from '../auth/session-failures.ts'
import { runtimeConfig } from '../console-config.ts'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useFormDraft } from '../forms/use-form-draft.ts'
import { useMessages } from '../messages/use-messages.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { NO_PASSWORDS, type PasswordChange, validatePasswords } from './password-rules.ts'
import { SettingForm } from './setting-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { useAttempt } from './use-attempt.ts'

const ORDER = ['current', 'password', 'confirmation'] as const

export function PasswordSetting({ email }: { email: string }) {
  const { t } = useMessages()
  return (
    <SettingRow
      name="password"
      label={t('account.password')}
      actions={[
        {
          verb: t('account.change'),
          form: (close) => <PasswordForm email={email} onClose={close} />,
        },
      ]}
    >
      {t('account.password.about')}
    </SettingRow>
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: Closing }) {
  const { t } = useMessages()
  const attempt = useAttempt({ NotAuthorizedException: 'account.password.wrong' })
  const { passwordPolicy } = runtimeConfig()
  const form = useFormDraft<PasswordChange>(NO_PASSWORDS, ORDER, (typed) =>
    validatePasswords(typed, passwordPolicy),
  )
  useLeaveGuard(form.dirty, confirmLeaving)
  const save = () =>
    attempt.attempt(async () => {
      const { current, password } = form.values
      await changePassword(current, password)
      form.reset()
      onClose(t('account.password.saved'))
    })
  const input = (field: keyof PasswordChange) => ({
    ...form.field(field),
    label: t(`account.password.${field}`),
    autoComplete: field === 'current' ? 'current-password' : 'new-password',
    readOnly: attempt.busy,
    value: form.values[field],
    visibilityToggleButtonProps: { 'aria-label': t('account.password.show') },
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
  })
  return (
    <SettingForm
      attempt={attempt}
      submit={t('account.password.save')}
      onSubmit={() => form.check() && void save()}
      onCancel={() => onClose()}
    >
      {/* A password manager has to know whose password it stores. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput {...input('current')} />
      <PasswordInput {...input('password')} />
      <PasswordInput {...input('confirmation')} />
    </SettingForm>
  )
}

/**
 * Changes the password. When the response is lost the library asks again, with an old password that is no longer right.
 * Our own server takes that for the same change; with Amazon's, it is tested whether the new password is the present
 * one.
 */
async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  try {
    await updatePassword({ oldPassword, newPassword })
  } catch (error) {
    const isAmazons = runtimeConfig().userPoolEndpoint === undefined
    if (!isAmazons || nameOfError(error) !== 'NotAuthorizedException') {
      throw error
    }
    await updatePassword({ oldPassword: newPassword, newPassword }).catch(() => Promise.reject(error))
  }
}
