import { useQuery } from '@tanstack/react-query'
import type { TodayClass } from '@vestry/contract/calls/today.ts'
import { churchMoment } from '../api/church-day.ts'
import { type KeptRoll, listKeptRolls } from '../api/offline/kept-rolls.ts'
import { currentUserId } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { classRows } from './class-rows.tsx'
import { TodaySection } from './today-section.tsx'

/** The classes of today whose rolls this device has kept, for when there is no line. */
export function KeptClasses() {
  const { t } = useMessages()
  const sub = currentUserId() ?? ''
  const { data = [] } = useQuery({
    queryKey: ['kept-rolls', sub],
    queryFn: () => listKeptRolls(sub, Date.now()),
    networkMode: 'always',
    gcTime: 0,
  })
  const now = churchMoment(Date.now())
  return (
    data.length > 0 && (
      <TodaySection title={t('today.kept')} rows={classRows(data.map(asTodayClass), now)} empty="" />
    )
  )
}

function asTodayClass({ roll }: KeptRoll): TodayClass {
  const { class_id, children, notes: _, teachers: __, erased: ___, ...session } = roll
  const count = (state: string) => children.filter(({ mark }) => mark.state === state).length
  const present = count('present')
  return { ...session, id: class_id, children: children.length, recorded: present + count('absent'), present }
}
