import { i18n } from '@lingui/core'
import type { AuditKind } from '@vestry/contract/audit-kinds.ts'
import { beforeAll, expect, test } from 'vitest'
import { formatActor, formatDetail } from './audit-detail.ts'

// A text that is not loaded is its own name.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each<[AuditKind, string, string]>([
  ['sign_in', 'password', 'audit.proof.password'],
  ['sign_in', 'password + SOFTWARE_TOKEN_MFA', 'audit.proof.password + audit.proof.totp'],
  ['sign_in_failed', 'SMS_OTP', 'audit.proof.sms'],
  ['second_factor_changed', 'EMAIL_OTP on, none preferred', 'audit.factor.on, audit.factor.nonePreferred'],
  ['staff_second_factor_reset', 'totp, email', 'audit.proof.totp, audit.proof.email'],
  ['contact_changed', 'phone_number', 'audit.field.phone'],
  ['staff_changed', 'name, locale', 'staff.column.name, staff.form.language'],
  ['staff_added', '–', 'staff.noGroup'],
  ['staff_groups_changed', 'no group → Admins, Teachers', 'staff.noGroup → Admins, Teachers'],
  ['groups_changed', 'Night watch removed', 'audit.group.removed'],
  ['presenter_merged', 'presenter/12', 'audit.record.presenter'],
  ['device_forgotten', 'all 3', 'audit.allDevices'],
  ['device_forgotten', 'Chromium on Linux', 'Chromium on Linux'],
  [
    'audit_exported',
    'kind sign_in, person ada@vestry.test, from 2025-01-01',
    'audit.kind.sign_in, ada@vestry.test, audit.since',
  ],
  [
    'list_exported',
    'attendance, from 2025-01-01, xlsx, 12 rows',
    'audit.export.attendance, audit.since, audit.export.xlsx, audit.export.rows',
  ],
  [
    'list_exported',
    'register, series 7, csv',
    'audit.export.register, audit.record.series, audit.export.csv',
  ],
  [
    'list_exported',
    'downloads, sermon 7d9f0c1e-2a4b-4c6d-8e1f-3a5b7c9d0e2f, from 2025-01-01, csv',
    'audit.export.downloads, audit.record.item, audit.since, audit.export.csv',
  ],
])('of %s the detail %s is said as %s', (kind, detail, said) => {
  expect(formatDetail(kind, detail)).toBe(said)
})

test('a word that is a name elsewhere is left alone', () => {
  expect(formatDetail('passkey_added', 'password')).toBe('password')
  expect(formatDetail('staff_groups_changed', 'email → name')).toBe('email → name')
})

test('who is no person has a name in the console’s language', () => {
  expect(formatActor('command line')).toBe('audit.commandLine')
  expect(formatActor('first start')).toBe('audit.firstStart')
  expect(formatActor('access key backup')).toBe('audit.accessKey')
  expect(formatActor('ada@vestry.test')).toBe('ada@vestry.test')
})
