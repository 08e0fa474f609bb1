import { RUTH, type TestCognito } from './start-cognito.ts'

export const PHONE = '+34600111234'

/** A Ruth about whom nothing is known yet except a proved email address and telephone number. */
export async function startWithVerifiedRuth({ users, emails, texts }: TestCognito): Promise<void> {
  for (const { email } of await users.list()) {
    await users.remove(email)
  }
  emails.length = 0
  texts.length = 0
  await users.create({
    ...RUTH,
    permanent: true,
    groups: ['Admins'],
    attributes: { email_verified: 'true', phone_number: PHONE, phone_number_verified: 'true' },
  })
}
