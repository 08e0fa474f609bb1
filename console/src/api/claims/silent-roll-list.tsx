import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { formatTime } from '../../ui/wall-clock.ts'
import { churchMoment } from '../church-day.ts'
import classes from './claim-list.module.css'

type OpenRoll = CallAnswer<'GET /attendance/open-rolls'>[number]

/** Each phone that has a roll open and is silent, with since when and when it was heard last. */
export function SilentRollList({ rolls, ofClass }: { rolls: readonly OpenRoll[]; ofClass: boolean }) {
  const { t, language } = useMessages()
  const timeOf = (moment: number) => formatTime(churchMoment(moment), language)
  return (
    <div className={classes.card}>
      <ul className={classes.list}>
        {rolls.map(({ class_id, class_title, by, since, heard }) => {
          const said = { name: by, class: class_title, since: timeOf(since), heard: timeOf(heard) }
          return (
            <li key={`${class_id}/${by}/${since}`} className={classes.claim}>
              {t(ofClass ? 'claims.silent' : 'claims.silent.today', said)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
