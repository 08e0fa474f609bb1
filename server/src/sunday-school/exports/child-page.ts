import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { FollowUpEntry } from '@vestry/contract/calls/follow-ups.ts'
import type { PlannedAbsence } from '@vestry/contract/calls/planned-absences.ts'
import type { SentFile } from '@vestry/contract/calls/route.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { ATTENDEE_FIELD_NAMES, type AttendeeField } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { CallWay } from '@vestry/contract/sunday-school/call-rules.ts'
import type { CollectRule, PhotoConsent } from '@vestry/contract/sunday-school/family-record.ts'
import { CHURCH_MEMBER, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { escapeMarkup } from '../../http/markup.ts'
import { formatDay, formatMessage, type ServerMessageKey } from '../../server-messages.ts'

type Given = {
  language: MessageLanguage
  /** The church's day. */
  today: string
  child: Attendee
  /** A `data:` address. */
  photo: string | undefined
  /** The titles of the series on whose roster the child is. */
  classes: readonly string[]
  /** The latest first. */
  records: readonly { session_datetime: string; title: string; state: RollState; comment: string }[]
  absences: readonly Omit<PlannedAbsence, 'id'>[]
  followUps: readonly Pick<FollowUpEntry, 'day' | 'outcome' | 'note'>[]
  /** What came from phones and could not be done as it was wanted, the latest first. */
  claims: readonly { moment: string; class_title: string; wanted_state: RollState | ''; texts: string }[]
  /** Who collects the child, by family; nothing else is told of adults. */
  collectors: readonly { family: string; name: string; rule: CollectRule }[]
  /** When the child came to the door, and to whom it was given; by the church's wall clock, the latest first. */
  stays: readonly { arrived: string; title: string; brought_by: string; gone: string; gone_to: string }[]
  /** Who was called for the child from the door, by the church's wall clock. */
  calls: readonly { at: string; way: CallWay; adult: string }[]
  /** The detail is empty for whoever may not read it. */
  care: { photo_consent: PhotoConsent; needs_reviewed: string; need_detail: string; version: number }
  /** The numbers that the child has in other programs. */
  sources: readonly { source: string; source_id: string }[]
}

/** Wherever the family opens the page, it loads nothing and runs nothing. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
const STYLE = `body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#111;background:#fff}
h1{margin:0;font-size:1.75rem;line-height:1.3}h2{margin:2rem 0 .5rem;font-size:1.125rem}p{margin:0}
h1,dd,td,li{overflow-wrap:anywhere}header{display:flex;gap:1.5rem;align-items:center;margin-bottom:1.5rem}
img{width:8rem;height:8rem;object-fit:cover;border-radius:.5rem}header p,dt{color:#555}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.375rem 1.5rem;margin:0}dd{margin:0;white-space:pre-line}
table{width:100%;border-collapse:collapse}th,td{padding:.375rem .75rem .375rem 0;text-align:start;vertical-align:top;border-bottom:1px solid #ccc}
td:first-child{white-space:nowrap}td:last-child{white-space:pre-line}tr{break-inside:avoid}
@media(max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.75rem}}
@media print{body{max-width:none;margin:0;padding:0}}@page{margin:15mm}`

const LABELS = {
  first_name: 'family.firstName',
  last_name: 'family.lastName',
  birthdate: 'family.birthDate',
  parent_contact: 'family.contact',
  allergies: 'family.allergies',
  needs: 'family.needs',
  notes: 'family.notes',
  is_member: 'family.membership',
} as const satisfies Record<AttendeeField, ServerMessageKey>

/** Everything about one child as a page of its own, for the family to read, print and keep. */
export function childPage(given: Given): SentFile {
  const { language, today, child, photo, classes, records, absences, followUps, claims, sources } = given
  const { collectors, care } = given
  const { direction } = MESSAGE_LANGUAGES[language]
  const t = (key: ServerMessageKey, values?: Record<string, string | number>) =>
    escapeMarkup(formatMessage(language, key, values))
  const dayOf = (day: string) => formatDay(language, day)
  const said = (key: ServerMessageKey) => formatMessage(language, key)
  const name = `${child.first_name} ${child.last_name}`
  const none = t('family.none')
  const textOf = (field: AttendeeField): string => {
    switch (field) {
      case 'birthdate':
        return child.birthdate === null ? '' : dayOf(child.birthdate)
      case 'is_member':
        return said(child.is_member === CHURCH_MEMBER ? 'family.member' : 'family.guest')
      default:
        return child[field]
    }
  }
  const fields: [ServerMessageKey, string][] = [
    ...ATTENDEE_FIELD_NAMES.map((field) => [LABELS[field], textOf(field)] as [ServerMessageKey, string]),
    ['family.number', String(child.id)],
  ]
  const table = (heads: readonly ServerMessageKey[], rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? `<p>${none}</p>`
      : `<table><thead><tr>${heads.map((key) => `<th scope="col">${t(key)}</th>`).join('')}</tr></thead><tbody>${rows
          .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`
  const page = [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeMarkup(POLICY)}"><meta name="viewport" content="width=device-width"><title>${t('family.title', { name })}</title><style>${STYLE}</style></head><body>`,
    `<header>${photo === undefined ? '' : `<img src="${escapeMarkup(photo)}" alt="${t('family.photo', { name })}">`}<div><h1>${escapeMarkup(name)}</h1><p>${t('family.intro', { day: dayOf(today) })}</p></div></header>`,
    `<main><h2>${t('family.about')}</h2><dl>`,
    ...fields.map(([key, text]) => `<dt>${t(key)}</dt><dd>${text === '' ? none : escapeMarkup(text)}</dd>`),
    ...sources.map(
      ({ source, source_id }) => `<dt>${escapeMarkup(source)}</dt><dd>${escapeMarkup(source_id)}</dd>`,
    ),
    ...(care.version === 0
      ? []
      : ([
          ['family.photos', said(`family.photos.${care.photo_consent}`)],
          ['family.reviewed', care.needs_reviewed && dayOf(care.needs_reviewed)],
          ...(care.need_detail === '' ? [] : [['family.needDetail', care.need_detail] as const]),
        ] as const)
    ).map(([key, text]) => `<dt>${t(key)}</dt><dd>${text === '' ? none : escapeMarkup(text)}</dd>`),
    '</dl>',
    ...(collectors.length === 0
      ? []
      : [
          `<h2>${t('family.families')}</h2>`,
          table(
            ['family.family', 'family.adult', 'family.collects'],
            collectors.map(({ family, name, rule }) => [family, name, said(`family.collects.${rule}`)]),
          ),
        ]),
    `<h2>${t('family.classes')}</h2>`,
    classes.length === 0
      ? `<p>${none}</p>`
      : `<ul>${classes.map((title) => `<li>${escapeMarkup(title)}</li>`).join('')}</ul>`,
    `<h2>${t('family.attendance')}</h2>`,
    table(
      ['family.when', 'family.class', 'family.attendance', 'family.comment'],
      records.map(({ session_datetime, title, state, comment }) => [
        `${dayOf(session_datetime)}, ${session_datetime.slice(11, 16)}`,
        title,
        said(`family.${state}`),
        comment,
      ]),
    ),
    ...(given.stays.length === 0
      ? []
      : [
          `<h2>${t('family.door')}</h2>`,
          table(
            ['family.arrived', 'family.class', 'family.broughtBy', 'family.givenTo'],
            given.stays.map(({ arrived, title, brought_by, gone, gone_to }) => [
              `${dayOf(arrived)}, ${arrived.slice(11, 16)}`,
              title,
              brought_by,
              gone === '' ? '' : `${gone_to}, ${gone.slice(11, 16)}`,
            ]),
          ),
        ]),
    ...(given.calls.length === 0
      ? []
      : [
          `<h2>${t('family.calls')}</h2>`,
          table(
            ['family.when', 'family.callWay', 'family.calledWhom'],
            given.calls.map(({ at, way, adult }) => [
              `${dayOf(at)}, ${at.slice(11, 16)}`,
              said(`family.callWay.${way}`),
              adult,
            ]),
          ),
        ]),
    `<h2>${t('family.absences')}</h2>`,
    table(
      ['family.from', 'family.until', 'family.reason'],
      absences.map(({ from_day, until_day, reason }) => [dayOf(from_day), dayOf(until_day), reason]),
    ),
    `<h2>${t('family.followUp')}</h2>`,
    table(
      ['family.when', 'family.outcome', 'family.note'],
      followUps.map(({ day, outcome, note }) => [
        dayOf(day),
        outcome === '' ? '' : said(`family.outcome.${outcome}`),
        note,
      ]),
    ),
    ...(claims.length === 0
      ? []
      : [
          `<h2>${t('family.claims')}</h2>`,
          table(
            ['family.when', 'family.class', 'family.attendance', 'family.comment'],
            claims.map(({ moment, class_title, wanted_state, texts }) => [
              moment === '' ? '' : dayOf(moment),
              class_title,
              wanted_state === '' ? '' : said(`family.${wanted_state}`),
              texts,
            ]),
          ),
        ]),
    '</main></body></html>\n',
  ]
  return { type: 'text/html; charset=utf-8', content: oneByOne(page) }
}

async function* oneByOne(pieces: readonly string[]) {
  yield* pieces
}
