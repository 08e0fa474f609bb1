import type { Administration } from '@vestry/contract/calls/today.ts'
import { churchMoment } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconAlertTriangle, IconCheck } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import row from './child-row.module.css'
import state from './roll-state.module.css'
import { TodaySection } from './today-section.tsx'

/** What concerns the people who run the server: who has not signed in yet, and whether there are backups. */
export function AdministrationToday({ administration }: { administration: Administration }) {
  const { t, language } = useMessages()
  const { invited, backup } = administration
  const moment = (milliseconds: number) => formatWallClock(churchMoment(milliseconds), language)
  const isFresh = backup.state === 'fresh'
  const Mark = isFresh ? IconCheck : IconAlertTriangle
  return (
    <>
      <TodaySection
        title={t('today.invited')}
        rows={invited.map(({ sub, name, invited_until }) => (
          <li key={sub}>
            <FormLink to={paths.editStaff(sub)} className={row.row}>
              <span className={row.name}>{name}</span>
              <span className={row.about}>
                {t(invited_until < Date.now() ? 'today.invited.expired' : 'today.invited.until', {
                  time: moment(invited_until),
                })}
              </span>
            </FormLink>
          </li>
        ))}
        empty={t('today.invited.none')}
        offer={{ to: paths.invite, label: t('today.invited.add') }}
      />
      <TodaySection
        title={t('today.backup')}
        rows={[
          <li key="backup" className={row.row}>
            <span className={state.state} data-state={isFresh ? 'taken' : 'open'}>
              <Mark size={16} stroke={2} aria-hidden />
              {t(`today.backup.${backup.state}`, {
                time: backup.newest === null ? '' : moment(backup.newest),
              })}
            </span>
            {backup.state !== 'fresh' && (
              <span className={row.about}>{t(`today.backup.todo.${backup.state}`)}</span>
            )}
          </li>,
        ]}
        empty=""
      />
    </>
  )
}
