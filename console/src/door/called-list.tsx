import { Button } from '@mantine/core'
import type { Stay } from '@vestry/contract/calls/door.ts'
import type { CalledChild } from '@vestry/contract/calls/parent-calls.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { CallStates } from './call-states.tsx'
import classes from './called-list.module.css'
import { closeCalls } from './door-calls.ts'
import { nameOf } from './door-texts.ts'
import { useParentCall } from './use-parent-call.ts'

/** The children for whom somebody was called and has not come yet. */
export function CalledList({
  called,
  stays,
  onCall,
}: {
  called: readonly CalledChild[]
  stays: readonly Stay[]
  onCall: (stay: Stay) => void
}) {
  const { t } = useMessages()
  if (called.length === 0) {
    return null
  }
  return (
    <section aria-labelledby="door-called" className={classes.called}>
      <h2 id="door-called">{t('door.called')}</h2>
      <ul>
        {called.map((child) => {
          const stay = stays.find(({ id }) => id === child.stay_id)
          return (
            stay && (
              <li key={child.stay_id}>
                <Called of={child} stay={stay} onCall={() => onCall(stay)} />
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

function Called({
  of: { stay_id, calls, next },
  stay,
  onCall,
}: {
  of: CalledChild
  stay: Stay
  onCall: () => void
}) {
  const { t } = useMessages()
  const { call, busy, failure } = useParentCall(stay)
  const name = nameOf(stay)
  const reason = calls.at(-1)?.reason ?? 'wanted'
  const end = async () => {
    try {
      await closeCalls(stay_id)
    } catch (error) {
      await tellRefusal(t('door.called.come.failed'), error)
    }
  }
  return (
    <>
      <div className={classes.what}>
        <p>
          <b>{name}</b>{' '}
          <small>
            {[
              stay.class_title,
              t('door.number.short', { number: stay.number }),
              t(`door.call.reason.${reason}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </p>
        <CallStates of={calls} />
        <div role="alert">{failure?.message}</div>
      </div>
      <div className={classes.actions}>
        {next !== null && (
          <Button
            size="md"
            loading={busy}
            onClick={() => void call({ reason, way: next.way, adult_id: next.adult_id, adult: next.name })}
          >
            {t('door.called.next', { way: next.way, adult: next.name })}
          </Button>
        )}
        <Button size="md" variant="default" onClick={onCall}>
          {t('door.called.again')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button size="md" variant="default" onClick={() => void end()}>
          {t('door.called.come')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </>
  )
}
