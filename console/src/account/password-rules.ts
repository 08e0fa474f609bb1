import type { PasswordPolicy } from '@vestry/contract/rules/runtime-config.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { t } from '../messages/messages.ts'

/** The input of the form that changes a password. */
export type PasswordChange = { current: string; password: string; confirmation: string }

export const NO_PASSWORDS: PasswordChange = { current: '', password: '', confirmation: '' }

export function validatePasswords(
  typed: PasswordChange,
  policy: PasswordPolicy,
): FieldErrors<PasswordChange> {
  const errors: FieldErrors<PasswordChange> = {}
  for (const field of ['current', 'password', 'confirmation'] as const) {
    if (typed[field] === '') {
      errors[field] = t('ui.form.required')
    }
  }
  const flaws = typed.password === '' ? [] : flawsOf(typed.password, policy)
  if (flaws.length > 0) {
    errors.password = flaws.join('\n')
  }
  if (typed.confirmation !== '' && typed.confirmation !== typed.password) {
    errors.confirmation = t('account.password.match')
  }
  return errors
}

/** What a password lacks: a sentence for every rule of the pool that it breaks. */
function flawsOf(password: string, policy: PasswordPolicy): string[] {
  const rules = [
    password.length < policy.minLength && t('account.password.short', { count: policy.minLength }),
    policy.requireLowercase && !/\p{Ll}/u.test(password) && t('account.password.lower'),
    policy.requireUppercase && !/\p{Lu}/u.test(password) && t('account.password.upper'),
    policy.requireNumbers && !/\d/.test(password) && t('account.password.numbers'),
    policy.requireSpecialCharacters &&
      !/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/.test(password) &&
      t('account.password.special'),
  ]
  return rules.filter((rule) => rule !== false)
}
