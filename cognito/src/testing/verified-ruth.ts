import { RUTH, type TestIdentity } from './start-identity.ts'

export const PHONE = '+34600111234'

/** A Ruth of whom nothing is known yet but an email address and a telephone number that are proved. */
export async function startWithVerifiedRuth({ staff, letters, texts }: TestIdentity): Promise<void> {
  for (const { email } of await staff.list()) {
    await staff.remove(email)
  }
  letters.length = 0
  texts.length = 0
  await staff.create({
    ...RUTH,
    permanent: true,
    groups: ['Admins'],
    attributes: { email_verified: 'true', phone_number: PHONE, phone_number_verified: 'true' },
  })
}
