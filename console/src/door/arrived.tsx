import { Button } from '@mantine/core'
import type { Arrivals, Stay } from '@vestry/contract/calls/door.ts'
import { OVERRIDABLE } from '@vestry/contract/sunday-school/door-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { tellRefusal } from '../api/show-failure.ts'
import { takeBack } from '../api/trash/restore-deleted.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconPrinter } from '../ui/look/icons.ts'
import classes from './arrived.module.css'
import { askReason } from './ask-reason.ts'
import { arrive, undoArrival } from './door-calls.ts'
import { nameOf } from './door-texts.ts'
import { isOnlyHere } from './offline/kept-stays.ts'
import { printAll } from './print-all.ts'

/** What became of an arrival: the code, large, and who could not come in, and why. */
export function Arrived({
  of,
  onNext,
  onChange,
}: {
  of: Arrivals
  onNext: () => void
  /** Some of those who were refused came in by a decision. */
  onChange: (now: Arrivals) => void
}) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const [undone, setUndone] = useState(false)
  const [printing, setPrinting] = useState(false)
  const region = useRef<HTMLElement>(null)
  // The button that was pressed is gone.
  useEffect(() => region.current?.focus(), [])
  const print = async () => {
    setPrinting(true)
    try {
      await printAll(of.stays)
    } finally {
      setPrinting(false)
    }
  }
  const undo = async () => {
    const back = () => Promise.all(of.stays.map(undoArrival))
    setUndone(await takeBack(back, { done: t('door.arrive.undone'), failed: t('door.arrive.undo.failed') }))
  }
  const decidable = may('doorOverride')
    ? of.refused.filter(({ why }) => OVERRIDABLE.some((one) => one === why))
    : []
  const decide = async () => {
    const children = decidable.map(({ attendee_id, class_id }) => ({ attendee_id, class_id }))
    const reason = await askReason(t('door.override.question'))
    if (reason === undefined) {
      return
    }
    try {
      const body = { request_id: crypto.randomUUID(), children, reason }
      const { stays, refused } = await arrive(body)
      const left = of.refused.filter((one) => !decidable.includes(one))
      onChange({ stays: [...of.stays, ...stays], refused: [...left, ...refused] })
    } catch (error) {
      await tellRefusal(t('door.arrive.failed'), error)
    }
  }
  return (
    <section ref={region} tabIndex={-1} className={classes.arrived} aria-label={t('door.arrived')}>
      {!undone &&
        [...Map.groupBy(of.stays, ({ code }) => code)].map(([code, stays]) => (
          <CodeOf key={code} code={code} stays={stays} />
        ))}
      {!undone && of.stays.some(isOnlyHere) && <p className={classes.only}>{t('door.keptHere')}</p>}
      {of.refused.length > 0 && (
        <ul className={classes.refused} role="alert">
          {of.refused.map(({ attendee_id, name, why, other_class }) => (
            <li key={attendee_id}>
              <IconAlertTriangle size={20} aria-hidden />
              <span>
                <b>{name}</b> {t(`door.refused.${why}`, { class: other_class ?? '' })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button size="lg" onClick={onNext}>
          {t('door.next')}
        </Button>
        {of.stays.length > 0 && !undone && (
          <Button
            size="lg"
            variant="default"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            onClick={() => void undo()}
          >
            {t('ui.undo')}
          </Button>
        )}
        {of.stays.length > 0 && !undone && (
          <Button
            size="lg"
            variant="default"
            leftSection={<IconPrinter size={20} aria-hidden />}
            loading={printing}
            onClick={() => void print()}
          >
            {t('door.print')}
          </Button>
        )}
        {decidable.length > 0 && (
          <Button size="lg" variant="default" onClick={() => void decide()}>
            {t('door.override')}
          </Button>
        )}
      </div>
    </section>
  )
}

function CodeOf({ code, stays }: { code: string; stays: readonly Stay[] }) {
  const { t } = useMessages()
  const number = stays[0]?.number ?? 0
  return (
    <div className={classes.code}>
      <p>{t('door.code')}</p>
      {/* Read out sign by sign. */}
      <output>{[...code].join(' ')}</output>
      {number > 0 && <p>{t('door.number', { number })}</p>}
      <ul>
        {stays.map((stay) => (
          <li key={stay.id}>
            <IconCircleCheck size={20} aria-hidden />
            <span>
              <b>{nameOf(stay)}</b> {[stay.class_title, stay.room].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
