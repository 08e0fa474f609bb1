import type { RollChild } from '@vestry/contract/calls/attendance.ts'
import type { RollRule } from '@vestry/contract/sunday-school/family-record.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { church } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconCalendarOff, IconCloudOff, IconMessage, IconNote, IconUserX } from '../ui/look/icons.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { ContactLinks } from '../ui/people/contact-links.tsx'
import { Face } from '../ui/people/face.tsx'
import { StateWord } from '../ui/people/state-word.tsx'
import { formatShortDay } from '../ui/wall-clock.ts'
import type { KeptOfChild } from './kept-in-roll.ts'
import { StayWord } from './late-parts.ts'
import { nameOf } from './roll-marks.ts'
import classes from './roll-row.module.css'

/**
 * One child of the roll. It is drawn again only when something about this child has changed, and has few elements (its
 * signs are drawn by the style sheet): two hundred rows have to respond to a tap at once.
 */
export const RollRow = memo(function RollRow(props: {
  child: RollChild
  state: RollState
  /** The small photo, once it has been loaded. */
  picture: string | undefined
  /** Whether the roll shows faces: it does if one of its children has a photo. */
  faces: boolean
  /** The keys act on this child, and only its buttons are in the tab order. */
  current: boolean
  open: boolean
  /** The mark waits for a line: whether on this device, or on this page alone. */
  waits: 'attendance.saving.keptMark' | 'attendance.saving.unkeptMark' | undefined
  /** A cancelled class accepts no marks. */
  closed: boolean
  /** What was written about the child and waits on this device. */
  written: KeptOfChild | undefined
  /** The roll is the one that this device has kept: without telephone numbers and notes. */
  fromDevice: boolean
  onMark: (id: number, state: RollState) => void
  onOpen: (id: number) => void
  onComment: (id: number) => void
  onAway: (id: number) => void
}) {
  const { t, language } = useMessages()
  const { child, state, current, open, written } = props
  const id = child.attendee_id
  const name = nameOf(child)
  const tabIndex = current ? 0 : -1
  const barred = namesOf(child, ['barred'])
  const collects = namesOf(child, ['always', 'today'])
  const marked = state !== 'not_recorded'
  const markButton = (to: 'present' | 'absent') => (
    <button
      type="button"
      className={classes.mark}
      data-mark={to}
      aria-pressed={state === to}
      aria-label={`${t(`attendance.state.${to}`)}: ${name}`}
      tabIndex={tabIndex}
      onClick={() => props.onMark(id, state === to ? 'not_recorded' : to)}
    >
      {t(`attendance.state.${to}`)}
    </button>
  )
  return (
    <li
      className={classes.row}
      data-child={id}
      data-state={state}
      data-current={current || undefined}
      data-faces={props.faces || undefined}
      data-noted={hasNotes(child) || barred !== '' || written !== undefined || undefined}
      data-kept={props.waits !== undefined || undefined}
    >
      <button
        type="button"
        className={classes.who}
        aria-expanded={open}
        tabIndex={tabIndex}
        onClick={() => props.onOpen(id)}
      >
        {props.faces && <Face of={{ ...child, id }} picture={props.picture} />}
        <span className={classes.name}>
          {child.first_name} <strong>{child.last_name}</strong>
        </span>
        <CareNotes of={child} short />
        {barred !== '' && !open && <BarredSign names={barred} />}
        <StateWord state={state} shape={false} />
        {child.stay !== undefined && <StayWord stay={child.stay} />}
        {props.waits !== undefined && <span className="visually-hidden">{t(props.waits)}</span>}
        {child.away !== undefined && (
          <span className={classes.remark}>
            <IconCalendarOff size={15} aria-hidden />
            <span>
              {t(child.away.reason === '' ? 'attendance.child.away' : 'attendance.child.awayFor', {
                until: formatShortDay(child.away.until_day, language),
                reason: child.away.reason,
              })}
            </span>
          </span>
        )}
        {written?.absence !== undefined && (
          <Waiting
            text={t(written.absence.reason === '' ? 'attendance.child.away' : 'attendance.child.awayFor', {
              until: formatShortDay(written.absence.until_day, language),
              reason: written.absence.reason,
            })}
          />
        )}
        {written?.comment !== undefined && <Waiting text={written.comment} />}
        {child.mark.comment !== '' && !open && written?.comment === undefined && (
          <span className={classes.remark}>
            <IconMessage size={15} aria-hidden />
            <span>{child.mark.comment}</span>
          </span>
        )}
        {child.notes !== '' && !open && (
          <span className={classes.remark}>
            <IconNote size={15} aria-hidden />
            <span>{child.notes}</span>
          </span>
        )}
      </button>
      {!props.closed && (
        <span className={classes.marks}>
          {markButton('present')}
          {markButton('absent')}
        </span>
      )}
      {open && (
        <dl className={classes.more}>
          {(child.allergies !== '' || child.needs !== '') && (
            <div className={classes.care}>
              <dt className="visually-hidden">{t('attendance.child.care')}</dt>
              <dd>
                <CareNotes of={child} />
              </dd>
            </div>
          )}
          {barred !== '' && (
            <div className={classes.care}>
              <dt className="visually-hidden">{t('attendance.child.collecting')}</dt>
              <dd>
                <BarredSign names={barred} />
              </dd>
            </div>
          )}
          {collects !== '' && (
            <div>
              <dt>{t('attendance.child.collecting')}</dt>
              <dd>{collects}</dd>
            </div>
          )}
          {child.names_only !== true && !(props.fromDevice && child.parent_contact === '') && (
            <div>
              <dt>{t('attendance.child.contact')}</dt>
              <dd>
                <ContactLinks contact={child.parent_contact} none={t('attendance.child.none')} />
              </dd>
            </div>
          )}
          {child.names_only !== true && !props.fromDevice && (
            <div>
              <dt>{t('attendance.child.notes')}</dt>
              <dd>{child.notes === '' ? t('attendance.child.none') : child.notes}</dd>
            </div>
          )}
          {marked && child.names_only !== true && (
            <div>
              <dt>{t('attendance.comment')}</dt>
              <dd>
                {written?.comment ?? child.mark.comment}
                <button type="button" className={classes.change} onClick={() => props.onComment(id)}>
                  {t(
                    (written?.comment ?? child.mark.comment) === ''
                      ? 'attendance.child.addComment'
                      : 'attendance.child.changeComment',
                  )}
                </button>
              </dd>
            </div>
          )}
          {child.names_only !== true && (
            <div className={classes.open}>
              <dt className="visually-hidden">{t('attendees.absences.title')}</dt>
              <dd>
                <button type="button" className={classes.change} onClick={() => props.onAway(id)}>
                  {t('attendance.absence.plan')}
                </button>
              </dd>
            </div>
          )}
          <div className={classes.open}>
            <dt className="visually-hidden">{t('attendance.column.attendee')}</dt>
            <dd>
              <Link to={paths.attendee(id)}>{t('attendance.child.open')}</Link>
            </dd>
          </div>
          {!child.on_roster && <div className={classes.visitor}>{t('attendance.child.notOnRoster')}</div>}
        </dl>
      )}
    </li>
  )
})

/** Something written that waits on this device for a line. */
function Waiting({ text }: { text: string }) {
  const { t } = useMessages()
  return (
    <span className={classes.remark}>
      <IconCloudOff size={15} aria-hidden />
      <span>
        {text} ({t('attendance.saving.keptMark')})
      </span>
    </span>
  )
}

/** Those who must not collect a child: whole, and by words and a sign as well as by colour. */
function BarredSign({ names }: { names: string }) {
  const { t } = useMessages()
  return (
    <span className={classes.barred}>
      <IconUserX size={15} aria-hidden />
      <span>{t('attendance.child.barred', { names })}</span>
    </span>
  )
}

/** The adults of a child of whom one of these is said, while families are kept. */
function namesOf({ collectors = [] }: RollChild, rules: readonly RollRule[]): string {
  return (church().families ? collectors : [])
    .filter(({ rule }) => rules.includes(rule))
    .map(({ name, rule }) => (rule === 'today' ? t('attendance.child.todayOnly', { name }) : name))
    .join(', ')
}

/** Whether there is more to read about a child than the name. */
function hasNotes({ allergies, needs, notes, away, mark }: RollChild): boolean {
  return allergies + needs + notes + mark.comment !== '' || away !== undefined
}
