import { countSlips } from '@vestry/contract/text/count-slips.ts'
import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'

/** Providers whose names are often mistyped, and those that are only a letter away from one of them. */
const PROVIDERS = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'live.com', 'yahoo.com', 'icloud.com'],
  ...[
    'ymail.com',
    'mail.com',
    'email.com',
    'hotmail.es',
    'yahoo.es',
    'outlook.es',
    'hotmail.co.uk',
    'yahoo.co.uk',
  ],
]

/** What is odd about an address that has the right form: no dot after the @, or a provider with one slip in its name. */
export function doubtOf(email: string): { meant?: string } | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!/[^.]\.[^.]/.test(domain)) {
    return {}
  }
  const meant = PROVIDERS.includes(domain)
    ? undefined
    : PROVIDERS.find((one) => countSlips(one, domain) === 1)
  return meant === undefined ? undefined : { meant: `${email.slice(0, at + 1)}${meant}` }
}

/** Whether these may be invited; it asks only if one of them looks mistyped. */
export async function confirmAddresses(emails: readonly string[]): Promise<boolean> {
  const doubted = emails.flatMap((email) => {
    const doubt = doubtOf(email)
    return doubt === undefined
      ? []
      : [
          doubt.meant === undefined
            ? t('staff.doubt.noDot', { email })
            : t('staff.doubt.meant', { email, meant: doubt.meant }),
        ]
  })
  return (
    doubted.length === 0 ||
    (await confirm({
      title: t('staff.doubt.title', { count: doubted.length }),
      message: doubted.join(' '),
      yes: t('staff.doubt.yes'),
      no: t('staff.doubt.no'),
    }))
  )
}
