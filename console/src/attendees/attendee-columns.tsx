import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { ATTENDEE_FILTERS, MAX_AGE } from '@vestry/contract/sunday-school/attendee-filters.ts'
import { type AttendeeOrder, CHURCH_MEMBER } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Link } from 'react-router'
import { churchToday } from '../api/church-day.ts'
import type { OwnRole } from '../auth/use-own-role.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { ListShape } from '../ui/list/list-address.ts'
import type { Column } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconPencil, IconTrash } from '../ui/look/icons.ts'
import { Face } from '../ui/people/face.tsx'
import { fullName } from './attendee-fields.ts'
import classes from './attendee-list.module.css'

const AGE = { kind: 'numbers', least: 1, most: MAX_AGE } as const
const FILTERS = { ...ATTENDEE_FILTERS, age_from: AGE, age_to: AGE }
export type AttendeeFilterName = keyof typeof FILTERS

/** What the list can be filtered and sorted by, as the address names it; the default is the last name. */
export const attendeeShape = {
  filters: FILTERS,
  orders: { default: 'ASC', firstname: 'ASC', lastname: 'ASC', birthdate: 'ASC' },
  defaultOrder: 'default',
} as const satisfies ListShape<AttendeeFilterName, AttendeeOrder>

/** `smallOf` has the photos that are loaded. */
export function attendeeColumns(
  smallOf: (attendee: Attendee) => string | undefined,
): Column<Attendee, AttendeeOrder>[] {
  const today = churchToday()
  return [
    {
      key: 'first_name',
      title: t('attendees.column.firstName'),
      order: 'firstname',
      heads: true,
      cell: (attendee) => (
        <Link className={classes.first} to={paths.attendee(attendee.id)} aria-label={fullName(attendee)}>
          <Face of={attendee} picture={smallOf(attendee)} />
          {attendee.first_name}
        </Link>
      ),
    },
    {
      key: 'last_name',
      title: t('attendees.column.lastName'),
      order: 'lastname',
      sortsAs: 'default',
      heads: true,
      // The same link again, without a second tab stop.
      cell: (attendee) => (
        <Link className={classes.name} to={paths.attendee(attendee.id)} tabIndex={-1}>
          {attendee.last_name}
        </Link>
      ),
    },
    {
      key: 'birthdate',
      title: t('attendees.column.birthDate'),
      order: 'birthdate',
      width: 12,
      cell: ({ birthdate, names_only }) =>
        birthdate === null ? (
          names_only !== true && t('attendees.noBirthDate')
        ) : (
          <span className={classes.born}>
            <time dateTime={birthdate}>{birthdate}</time>{' '}
            <span className={classes.age}>{t('attendees.age', { years: ageOn(today, birthdate) })}</span>
          </span>
        ),
    },
    {
      key: 'parent_contact',
      title: t('attendees.column.parentContact'),
      width: 15,
      cell: ({ parent_contact, names_only }) =>
        names_only !== true && (
          <span className={classes.contact}>
            {parent_contact === '' ? t('attendees.notSpecified') : parent_contact}
          </span>
        ),
    },
    {
      key: 'membership',
      title: t('attendees.column.membership'),
      width: 9,
      cell: ({ is_member, names_only }) =>
        names_only !== true && (
          <span className={classes.membership}>
            {t(is_member === CHURCH_MEMBER ? 'attendees.membership.member' : 'attendees.membership.guest')}
          </span>
        ),
    },
  ]
}

export function attendeeActions(
  remove: (attendee: Attendee) => Promise<boolean>,
  { may }: OwnRole,
): RowAction<Attendee>[] {
  return [
    {
      key: 'edit',
      title: t('attendees.list.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      when: ({ names_only }) => may('children') && names_only !== true,
      to: (attendee) => paths.editAttendee(attendee.id),
    },
    {
      key: 'delete',
      title: t('attendees.list.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      when: ({ names_only }) => may('delete') && names_only !== true,
      run: remove,
    },
  ]
}
