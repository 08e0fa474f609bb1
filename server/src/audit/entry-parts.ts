import type { AuditParts } from '@vestry/contract/calls/audit.ts'
import {
  AUDIT_PARTS,
  type AuditKind,
  type Happening,
  type PartsOf,
} from '@vestry/contract/rules/audit-kinds.ts'

/** The parts of an entry as the database keeps them; null where there are none. */
export function writeParts(parts: Happening['parts']): string | null {
  const text = JSON.stringify(parts ?? {})
  return text === '{}' ? null : text
}

const IS: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  numbers: (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
}

/** The parts that entries of this kind have, and no others; null where one is missing. */
export function readParts(kind: AuditKind, text: string | null): AuditParts | null {
  const kept = JSON.parse(text ?? '{}') as AuditParts
  const parts: AuditParts = {}
  for (const [name, form] of Object.entries(AUDIT_PARTS[kind])) {
    const value = kept[name]
    if (value !== undefined && IS[form.replace('?', '')]?.(value)) {
      parts[name] = value
    } else if (!form.endsWith('?')) {
      return null
    }
  }
  return Object.keys(parts).length === 0 ? null : parts
}

const listed = (names: readonly string[]) => names.join(', ') || '–'
const changes = (parts: PartsOf<'second_factor_changed'>) =>
  Object.entries(parts).flatMap(([change, of]) => [of ?? []].flat().map((factor) => `${factor} ${change}`))
const named = (parts: object) => Object.entries(parts).map(([name, value]) => `${name} ${value}`)
const counted = (parts: object) => Object.entries(parts).map(([name, count]) => `${count} ${name}`)
const accessKey = ({ name, key }: PartsOf<'access_key_created'>) => `${name} (${key})`
const forgotten = ({ name, count }: PartsOf<'device_forgotten'>) => name ?? (count && `all ${count}`)

type Said = string | number | undefined | readonly Said[]

/** How a file and other programs read a kind whose parts can't simply be put one after the other. */
const PROSE: { readonly [Kind in AuditKind]?: (parts: PartsOf<Kind>) => Said } = {
  sign_in: ({ factors }) => factors.join(' + '),
  refresh_token_reused: ({ grant }) => grant?.replaceAll('_', ' '),
  second_factor_changed: changes,
  staff_second_factor_reset: ({ factors, ...parts }) => [factors && listed(factors), changes(parts)],
  passkey_removed: forgotten,
  device_forgotten: forgotten,
  staff_added: ({ groups }) => groups && listed(groups),
  staff_groups_changed: ({ before, after }) => `${listed(before)} → ${listed(after)}`,
  groups_changed: ({ group, change }) => `${group} ${change}`,
  access_key_created: accessKey,
  access_key_revoked: accessKey,
  audit_exported: named,
  rights_changed: ({ group, rights }) => `${group}: ${rights.join(', ')}`,
  retention_changed: ({ rule, months }) => `${rule} ${months}`,
  retention_applied: ({ rule, count }) => `${rule} ${count}`,
  attendees_imported: counted,
  attendance_imported: counted,
  stays_imported: counted,
  import_undone: counted,
  list_exported: ({ list, record, with: asked, from, to, format, rows }) => [
    list,
    record?.replace('item/', 'sermon/').replace('/', ' '),
    asked,
    from && `from ${from}`,
    to && `to ${to}`,
    format,
    `${rows} rows`,
  ],
}

/** The parts of an entry as one text. */
export function sayParts(kind: AuditKind, parts: AuditParts): string | null {
  const say = (PROSE[kind] ?? Object.values) as (parts: AuditParts) => Said
  const said = [say(parts)].flat(2) as Said[]
  return said.filter((one) => one !== undefined && one !== '').join(', ') || null
}
