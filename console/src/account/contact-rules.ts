import { t } from '../messages/messages.ts'

export type ContactKind = 'email' | 'phone_number'

/** A contact in the form that the service accepts: an address trimmed, a number without spaces and signs. */
export function cleanContact(kind: ContactKind, typed: string): string {
  return kind === 'email' ? typed.trim() : typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
}

/** What is wrong with a contact that was typed. */
export function contactError(kind: ContactKind, typed: string): string | undefined {
  const contact = cleanContact(kind, typed)
  if (contact === '') {
    return t('ui.form.required')
  }
  if (kind === 'email') {
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact) ? undefined : t('account.email.invalid')
  }
  // E.164: a country code that doesn't begin with zero, and at most 15 digits in all.
  return /^\+[1-9]\d{6,14}$/.test(contact) ? undefined : t('account.phone.invalid')
}
