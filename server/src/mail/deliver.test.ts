import type { Message } from '@vestry/cognito'
import { expect, test } from 'vitest'
import { createDeliver } from './deliver.ts'
import type { Email } from './email.ts'
import type { TextMessage } from './text-messages.ts'

const TO = 'ruth@example.org'

async function delivered(message: Message): Promise<Partial<Email & TextMessage>> {
  const sent: (Email | TextMessage)[] = []
  const send = async (one: Email | TextMessage) => {
    sent.push(one)
  }
  const deliver = createDeliver({
    sendEmail: send,
    sendText: send,
    publicUrl: 'http://localhost:8080/',
    churchName: () => 'Bethlehem Chapel',
  })
  await deliver(message)
  expect(sent).toHaveLength(1)
  return sent[0] ?? {}
}

test('an invitation says where to sign in, as whom, and with which password', async () => {
  const invitation = {
    kind: 'invitation',
    to: TO,
    password: 'Ravo-Mitu-Peka-5827',
    days: 7,
    name: 'Ruth',
    invitedBy: 'Naomi',
  } as const
  const english = await delivered({ ...invitation, locale: 'en' })
  expect(english).toMatchObject({ to: TO, subject: expect.stringContaining('Bethlehem Chapel') })
  for (const said of ['http://localhost:8080\n', TO, 'Ravo-Mitu-Peka-5827', 'Naomi', 'Ruth', '7']) {
    expect(english.text).toContain(said)
  }
  const spanish = await delivered({ ...invitation, locale: 'es-ES' })
  expect(spanish.subject).not.toBe(english.subject)
  expect(spanish.text).toContain('Contraseña temporal: ')
})

test('a code goes out by email or by text message', async () => {
  const code = { kind: 'code', purpose: 'second-factor', code: '042137', locale: 'en' } as const
  const email = await delivered({ ...code, medium: 'email', to: TO })
  expect(email).toMatchObject({
    to: TO,
    subject: expect.any(String),
    text: expect.stringContaining('042137'),
  })
  const text = await delivered({ ...code, medium: 'sms', to: '+34600111234' })
  expect(text).toEqual({ to: '+34600111234', text: expect.stringMatching(/^Vestry: 042137 /) })
})

test('the email about a reset or new password names the passkeys that were removed', async () => {
  for (const notice of [
    'password-reset',
    'password-given',
    'passkeys-forgotten',
    'password-changed',
  ] as const) {
    const { subject, text } = await delivered({ kind: 'notice', to: TO, notice, locale: 'en' })
    expect(subject).not.toBe('')
    expect(text).toMatch(/passkeys/i)
  }
  const { text } = await delivered({
    kind: 'code',
    medium: 'email',
    to: TO,
    purpose: 'staff-reset',
    code: '01234567',
    locale: 'en',
  })
  expect(text).toMatch(/passkeys/i)
})

test('changes of second factors are listed one by one, in the user’s language', async () => {
  const message = {
    kind: 'second-factors-changed',
    to: TO,
    changes: [
      { factor: 'EMAIL_OTP', change: 'on' },
      { factor: 'SMS_MFA', change: 'off' },
    ],
  } as const
  const english = await delivered({ ...message, locale: 'en' })
  expect(english.text).toMatch(/email.*: .*on\n.*text message.*: .*off\n/i)
  const spanish = await delivered({ ...message, locale: 'es' })
  expect(spanish.text).toMatch(/código por correo\n.*código por SMS\n/)
})
