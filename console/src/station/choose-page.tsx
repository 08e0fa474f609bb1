import type { StationChild } from '@vestry/contract/calls/station.ts'
import { useId, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { Heading } from './heading.tsx'
import classes from './station.module.css'
import type { Chosen } from './use-station.ts'

/** The children of a number: who comes is ticked, each with the class that is on or comes next. */
export function ChoosePage({
  children,
  busy,
  onTake,
  onStop,
}: {
  children: readonly StationChild[]
  busy: boolean
  onTake: (chosen: Chosen) => void
  onStop: () => void
}) {
  const { t } = useMessages()
  const [chosen, setChosen] = useState<Chosen>(
    () =>
      new Map(
        children.flatMap(({ attendee_id, classes: [next], here }) =>
          next && !here ? [[attendee_id, next.class_id] as const] : [],
        ),
      ),
  )
  const choose = (attendee_id: number, class_id: number | undefined) =>
    setChosen((before) => {
      const after = new Map(before)
      after.delete(attendee_id)
      return class_id === undefined ? after : after.set(attendee_id, class_id)
    })
  const isNobody = chosen.size === 0
  return (
    <>
      <Heading>{t('station.choose')}</Heading>
      <ul className={classes.children}>
        {children.map((child) => (
          <li key={child.attendee_id}>
            <Child child={child} chosen={chosen.get(child.attendee_id)} onChoose={choose} />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <button type="button" className={classes.other} onClick={onStop}>
          {t('station.again')}
        </button>
        <button
          type="button"
          className={classes.primary}
          aria-disabled={isNobody || busy}
          onClick={() => !isNobody && onTake(chosen)}
        >
          {t('station.take', { count: chosen.size })}
        </button>
      </div>
    </>
  )
}

function Child({
  child: { attendee_id, first_name, classes: all, here },
  chosen,
  onChoose,
}: {
  child: StationChild
  chosen: number | undefined
  onChoose: (attendee_id: number, class_id: number | undefined) => void
}) {
  const { t } = useMessages()
  const name = useId()
  const [next] = all
  if (here || next === undefined) {
    return (
      <p className={classes.child}>
        <b>{first_name}</b>
        <span>{t(here ? 'station.here' : 'station.toDesk')}</span>
      </p>
    )
  }
  const shown = all.find(({ class_id }) => class_id === chosen) ?? next
  return (
    <>
      <label className={classes.child}>
        <input
          type="checkbox"
          checked={chosen !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(attendee_id, checked ? next.class_id : undefined)
          }
        />
        <b>{first_name}</b>
        <span>{[shown.time, shown.title, shown.room].filter(Boolean).join(' · ')}</span>
      </label>
      {all.length > 1 && chosen !== undefined && (
        <fieldset className={classes.classes}>
          <legend>{t('station.choose.class', { name: first_name })}</legend>
          {all.map(({ class_id, time, title }) => (
            <label key={class_id}>
              <input
                type="radio"
                name={name}
                checked={class_id === chosen}
                onChange={() => onChoose(attendee_id, class_id)}
              />
              {`${time} ${title}`}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
