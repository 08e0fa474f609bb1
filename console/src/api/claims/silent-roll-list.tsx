import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../messages/use-messages.ts'
import { formatTime } from '../../ui/wall-clock.ts'
import { callApi } from '../call-api.ts'
import { churchMoment } from '../church-day.ts'
import classes from './claim-list.module.css'

/** That time passes nobody tells. */
const LOOK_EVERY_MS = 60_000

/** Each phone that has a roll open and is silent, with since when and when it was heard last. */
export function SilentRollList({ classId }: { classId?: number }) {
  const { t, language } = useMessages()
  const { data = [] } = useQuery({
    queryKey: ['silent-rolls', classId],
    queryFn: ({ signal }) => callApi('GET /attendance/open-rolls', { query: { class_id: classId }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  if (data.length === 0) {
    return null
  }
  const timeOf = (moment: number) => formatTime(churchMoment(moment), language)
  return (
    <div className={classes.card}>
      <ul className={classes.list}>
        {data.map(({ class_id, class_title, by, since, heard }) => {
          const said = { name: by, class: class_title, since: timeOf(since), heard: timeOf(heard) }
          return (
            <li key={`${class_id}/${by}/${since}`} className={classes.claim}>
              {t(classId === undefined ? 'claims.silent.today' : 'claims.silent', said)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
