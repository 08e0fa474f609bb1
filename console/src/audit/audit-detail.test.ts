import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LANGUAGE_TAGS, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { AUDIT_KINDS, AUDIT_PARTS, type Happening } from '@vestry/contract/rules/audit-kinds.ts'
import { describe, expect, test } from 'vitest'
import { formatActor, formatDetail } from './audit-detail.ts'

const TEXTS = join(import.meta.dirname, '../../../contract/src/messages')

function speak(language: MessageLanguage) {
  const folder = join(TEXTS, language)
  const texts = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
  )
  const messages = Object.fromEntries(texts.map(([key, text]) => [key, compileMessageOrThrow(text)]))
  i18n.loadAndActivate({ locale: language, messages })
}

const say = ({ kind, parts }: Happening) =>
  formatDetail({ kind, parts: (parts ?? null) as Parameters<typeof formatDetail>[0]['parts'], detail: null })

/** A value of every type that needs no sentence of its own. */
const VALUES = { text: 'Zebulun', number: 4711, texts: ['Zilpah', 'Zophar'], numbers: [4712, 4713] }
/** Values that may only be one of some words. */
const WORDS: Record<string, [value: string, en: string, es: string]> = {
  'groups_changed change': ['added', 'added', 'añadido'],
}

describe.each(LANGUAGE_TAGS)('in %s', (language) => {
  test.each(AUDIT_KINDS.filter((kind) => Object.keys(AUDIT_PARTS[kind]).length > 0))(
    'the sentence of %s names each of its parts, and no text that is missing',
    (kind) => {
      speak(language)
      const parts: Record<string, unknown> = {}
      const expected: string[] = []
      for (const [name, form] of Object.entries(AUDIT_PARTS[kind])) {
        const [word, en, es] = WORDS[`${kind} ${name}`] ?? []
        const value = word ?? VALUES[form.replace('?', '') as keyof typeof VALUES]
        parts[name] = value
        expected.push(
          ...(word === undefined ? [value].flat().map(String) : [(language === 'es' ? es : en) ?? '']),
        )
      }
      const said = say({ kind, parts } as Happening)
      for (const text of expected) {
        expect(said.replace(/(\d)[.,](\d)/g, '$1$2')).toContain(text)
      }
      expect(said).not.toMatch(/\b(audit|staff|settings|rights|attendees|classes)\.[a-z]/)
    },
  )
})

const ITEM = 'item/7d9f0c1e-2a4b-4c6d-8e1f-3a5b7c9d0e2f'

test.each<[Happening, en: string, es: string]>([
  [{ kind: 'sign_in', parts: { factors: ['password'] } }, 'Password', 'Contraseña'],
  [
    { kind: 'sign_in', parts: { factors: ['password', 'SOFTWARE_TOKEN_MFA'] } },
    'Password + App',
    'Contraseña + Aplicación',
  ],
  [{ kind: 'sign_in_failed', parts: { factor: 'SMS_OTP' } }, 'Code by text message', 'Código por SMS'],
  [
    { kind: 'refresh_token_reused', parts: { grant: 'authorization_code' } },
    'The code for an app, used again',
    'El código para una aplicación, usado otra vez',
  ],
  [
    { kind: 'second_factor_changed', parts: { on: ['EMAIL_OTP'], preferred: 'none' } },
    'Code by email turned on, No default',
    'Se activó: Código por correo, Sin predeterminado',
  ],
  [
    { kind: 'staff_second_factor_reset', parts: { factors: ['totp', 'email'] } },
    'App, Code by email',
    'Aplicación, Código por correo',
  ],
  [{ kind: 'staff_second_factor_reset', parts: { factors: [] } }, '–', '–'],
  [{ kind: 'contact_changed', parts: { attribute: 'phone_number' } }, 'Phone', 'Teléfono'],
  [
    { kind: 'staff_changed', parts: { attributes: ['name', 'locale'] } },
    'Name, Email language',
    'Nombre, Idioma de los correos',
  ],
  [{ kind: 'staff_added', parts: { groups: [] } }, 'No group', 'Sin grupo'],
  [
    { kind: 'staff_groups_changed', parts: { before: [], after: ['Admins', 'Teachers'] } },
    'No group → Admins, Teachers',
    'Sin grupo → Admins, Teachers',
  ],
  [
    { kind: 'groups_changed', parts: { group: 'Night watch', change: 'removed' } },
    'Night watch removed',
    'Night watch: eliminado',
  ],
  [{ kind: 'presenter_merged', parts: { into: 'presenter/12' } }, 'Presenter 12', 'Predicador 12'],
  [{ kind: 'device_forgotten', parts: { count: 3 } }, 'All 3', 'Los 3'],
  [{ kind: 'passkey_removed', parts: { count: 1 } }, 'The only one', 'La única'],
  [
    { kind: 'device_forgotten', parts: { name: 'Chromium on Linux' } },
    'Chromium on Linux',
    'Chromium on Linux',
  ],
  [{ kind: 'passkey_added', parts: { name: 'password' } }, 'password', 'password'],
  [
    { kind: 'staff_groups_changed', parts: { before: ['email'], after: ['a, b → c'] } },
    'email → a, b → c',
    'email → a, b → c',
  ],
  [
    { kind: 'audit_exported', parts: { kind: 'sign_in', person: 'ada@vestry.test', from: '2025-01-01' } },
    'Signed in, ada@vestry.test, since 2025-01-01',
    'Inicio de sesión, ada@vestry.test, desde el 2025-01-01',
  ],
  [
    { kind: 'list_exported', parts: { list: 'register', record: 'series/7', format: 'xlsx', rows: 12 } },
    'Register, Class series 7, Excel, 12 rows',
    'Cuadro de asistencia, Serie de clases 7, Excel, 12 filas',
  ],
  [
    {
      kind: 'list_exported',
      parts: { list: 'downloads', record: ITEM, from: '2025-01-01', format: 'csv', rows: 1 },
    },
    `Downloads, Sermon ${ITEM.slice(5)}, since 2025-01-01, CSV, 1 row`,
    `Descargas, Predicación ${ITEM.slice(5)}, desde el 2025-01-01, CSV, 1 fila`,
  ],
  [
    { kind: 'rights_changed', parts: { group: 'Office', rights: ['delete', 'arrange'] } },
    'Office: May delete and restore sermons and children; May see and plan all classes',
    'Office: Puede eliminar y recuperar predicaciones y niños; Puede ver y planificar todas las clases',
  ],
  [{ kind: 'rights_changed', parts: { group: 'Office', rights: [] } }, 'Office: nothing', 'Office: nada'],
  [
    { kind: 'attendees_imported', parts: { added: 3, changed: 0 } },
    '3 added, 0 changed',
    'Añadidos: 3; cambiados: 0',
  ],
  [{ kind: 'followed_up', parts: { outcome: 'moved' } }, 'Moved away', 'Se ha mudado'],
  [{ kind: 'miss_limit_changed', parts: { limit: 0 } }, 'Never', 'Nunca'],
  [{ kind: 'sign_out' }, '', ''],
])('%j is said in the language of the console', (happening, en, es) => {
  speak('en')
  expect(say(happening)).toBe(en)
  speak('es')
  expect(say(happening)).toBe(es)
})

test('an entry from before there were parts is shown as it was written', () => {
  speak('es')
  expect(formatDetail({ kind: 'sign_in', parts: null, detail: 'password' })).toBe('password')
  expect(formatDetail({ kind: 'device_forgotten', parts: null, detail: 'all 3' })).toBe('all 3')
})

test('who is no person has a name in the console’s language', () => {
  speak('en')
  expect(formatActor('command line')).toBe('Command line')
  expect(formatActor('first start')).toBe('First start')
  expect(formatActor('access key backup')).toBe('Access key backup')
  expect(formatActor('ada@vestry.test')).toBe('ada@vestry.test')
})
