import type { Register } from '@vestry/contract/calls/reports.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { formatShortMonth } from '../ui/days/day-headings.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './register-table.module.css'
import page from './report-page.module.css'
import { elsewhere, type ReportRange, writeRange } from './report-range.ts'

/** How many dates fit beside the names on a landscape page. */
const DATES_ON_A_PAGE = 20

/** A table of children by date: a letter in each square, how often each child came, and how many came to each class. */
export function RegisterTable(props: { register: Register | undefined; range: ReportRange; stale: boolean }) {
  const { t, language } = useMessages()
  const { register, range, stale } = props
  if (register === undefined) {
    return <div className={page.skeleton} aria-hidden />
  }
  const { sessions, children, erased } = register
  const span = `${formatDate(range.from, language)} – ${formatDate(range.to, language)}`
  if (sessions.length === 0) {
    return <p className={page.note}>{t('reports.noClasses', { span })}</p>
  }
  return (
    <div className={classes.register} data-stale={stale || undefined} aria-busy={stale}>
      <p className={classes.legend}>{t('reports.legend')}</p>
      {partsOf(sessions.length).map(([from, to]) => {
        const dates = sessions.slice(from, to)
        const name = [dates.at(0), dates.at(-1)]
          .flatMap((one) => one ?? [])
          .map((one) => formatDate(one.session_datetime, language))
          .join(' – ')
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard
          <section key={from} className={classes.part} tabIndex={0} aria-label={name}>
            <p className={classes.span}>
              {register.title} · {name}
            </p>
            <table>
              <caption className="visually-hidden">{`${t('reports.register')}, ${name}`}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('reports.child')}</th>
                  <th scope="col" className={classes.came}>
                    {t('reports.came')}
                  </th>
                  {dates.map(({ id, session_datetime }) => (
                    <th key={id} scope="col" className={classes.date}>
                      <time dateTime={session_datetime}>
                        <b>{Number(session_datetime.slice(8, 10))}</b>{' '}
                        <span>{formatShortMonth(session_datetime, language)}</span>
                      </time>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {children.map(({ id, first_name, last_name, states }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Link
                        to={`${paths.childReport(id)}?${writeRange(new URLSearchParams(), elsewhere(range))}`}
                      >
                        {last_name}, {first_name}
                      </Link>
                    </th>
                    <td className={classes.came}>{t('reports.rollsOf', cameOf(states))}</td>
                    {dates.map((session, at) => (
                      <Mark key={session.id} state={states[from + at]} />
                    ))}
                  </tr>
                ))}
                {erased.some(({ present, absent }) => present + absent > 0) && (
                  <tr>
                    <th scope="row">{t('reports.erased')}</th>
                    <td className={classes.came} />
                    {dates.map((session, at) => {
                      const { present = 0, absent = 0 } = erased[from + at] ?? {}
                      return (
                        <td key={session.id} className={classes.mark}>
                          {present + absent === 0
                            ? ''
                            : t('reports.rollsOf', { rolls: present, classes: present + absent })}
                        </td>
                      )
                    })}
                  </tr>
                )}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('reports.present')}</th>
                  <td className={classes.came} />
                  {dates.map((session, at) => (
                    <td key={session.id} className={classes.mark}>
                      {countIn(register, from + at)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            </table>
          </section>
        )
      })}
    </div>
  )
}

function Mark({ state = 'not_recorded' }: { state: RollState | undefined }) {
  const { t } = useMessages()
  return (
    <td className={classes.mark} data-state={state}>
      <span aria-hidden>{t(`reports.letter.${state}`)}</span>
      <span className="visually-hidden">{t(`reports.${state}`)}</span>
    </td>
  )
}

/** The first and last places of the dates of each part; the parts are as equal as possible. */
function partsOf(dates: number): [number, number][] {
  const parts = Math.ceil(dates / DATES_ON_A_PAGE)
  const columns = Math.ceil(dates / parts)
  return Array.from({ length: parts }, (_, at) => [at * columns, Math.min(dates, (at + 1) * columns)])
}

/** How often a child came, out of the classes that record it. */
function cameOf(states: readonly RollState[]) {
  const recorded = states.filter((state) => state !== 'not_recorded')
  return { rolls: recorded.filter((state) => state === 'present').length, classes: recorded.length }
}

/** How many came to a class, or a dash if nobody is recorded. */
function countIn({ children, erased }: Register, at: number): string {
  const { present = 0, absent = 0 } = erased[at] ?? {}
  const states = children.map((child) => child.states[at])
  return present + absent === 0 && states.every((state) => state === 'not_recorded')
    ? '–'
    : String(present + states.filter((state) => state === 'present').length)
}
