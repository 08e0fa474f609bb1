import { codeLetter } from '../../mail/code-letters.ts'
import type { CodePurpose } from '../guards/codes.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { Person } from './people.ts'

export async function sendCode(
  { post, locale }: IdentityParts,
  person: Person,
  purpose: CodePurpose,
  code: string,
): Promise<void> {
  await post(codeLetter({ to: person.email, purpose, code, locale: person.attributes.locale ?? locale }))
}

/** Where a code went, as the wire has it; the address is masked, such as `j***@e***`. */
export function deliveryTo(address: string) {
  const [name = '', host = ''] = address.split('@')
  const mask = (text: string) => `${text.charAt(0).toLowerCase()}***`
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: `${mask(name)}@${mask(host)}` }
}
