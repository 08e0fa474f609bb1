import type { ParentCall } from '@vestry/contract/calls/parent-calls.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '../ui/look/icons.ts'
import classes from './call-states.module.css'
import { timeAt } from './door-texts.ts'

const ICONS = { waiting: IconCircleDashed, sent: IconCircleCheck, failed: IconAlertTriangle }

/** Who was called, by whom, and what became of it, told as it changes. */
export function CallStates({ of }: { of: readonly ParentCall[] }) {
  const { t } = useMessages()
  return (
    <div role="status">
      <ul className={classes.calls}>
        {of.map(({ id, way, adult, at, by, state, failure }) => {
          const Icon = ICONS[state]
          const became = failure ?? (way === 'screen' ? 'shown' : state === 'waiting' ? 'waiting' : 'sent')
          return (
            <li key={id} data-state={state}>
              <Icon size={20} aria-hidden />
              <span>
                {t('door.called.what', { way, adult })}: {t(`door.called.state.${became}`)}{' '}
                <small>{t('door.called.since', { time: timeAt(at), by })}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
