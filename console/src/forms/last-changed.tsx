import type { LastChange } from '@vestry/contract/calls/last-change.ts'
import type { RecordName } from '@vestry/contract/rules/audit-kinds.ts'
import { Link } from 'react-router'
import { churchMoment } from '../api/church-day.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import classes from './last-changed.module.css'

/** Who changed a record last and, for administrators, a link to everything that was done to it. */
export function LastChanged({ change, record }: { change: LastChange; record: RecordName }) {
  const { t, language } = useMessages()
  const { may } = useOwnRole()
  if (change === null) {
    return null
  }
  const moment = churchMoment(change.at)
  return (
    <p className={classes.line} title={moment.replace('T', ' ')}>
      {t('ui.lastChange', { name: change.by, when: formatWallClock(moment, language) })}
      {may('administer') && <Link to={paths.auditOfRecord(record)}>{t('ui.allChanges')}</Link>}
    </p>
  )
}
