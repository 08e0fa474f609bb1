import { Button, NativeSelect } from '@mantine/core'
import type { Arrivals, DoorChild, DoorClass, DoorFamily } from '@vestry/contract/calls/door.ts'
import { useId, useRef, useState } from 'react'
import { formatAge } from '../api/church-day.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { useMessages } from '../messages/use-messages.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { arrivingOf, choose, chosenAtFirst, openClasses } from './arriving.ts'
import { arriveAtDesk } from './door-calls.ts'
import { describeClass, nameOf } from './door-texts.ts'
import classes from './family-at-desk.module.css'

type Props = {
  family: DoorFamily
  today: readonly DoorClass[]
  onArrived: (answer: Arrivals) => void
}

/** A family that was found: who of it comes in, into which class, and who brought them. */
export function FamilyAtDesk({ family, today, onArrived }: Props) {
  const { t } = useMessages()
  const heading = useId()
  const [chosen, setChosen] = useState(() => chosenAtFirst(family))
  const [broughtBy, setBroughtBy] = useState<number>()
  const [complains, setComplains] = useState(false)
  const [busy, setBusy] = useState(false)
  const [requests] = useState(createRequestIds)
  const sending = useRef(false)
  const { ready, lacking } = arrivingOf(family, chosen)
  const mayArrive = family.children.some(({ stay_id }) => stay_id === null)

  const send = async () => {
    setComplains(lacking.length > 0)
    if (lacking.length > 0 || ready.length === 0 || sending.current) {
      return
    }
    sending.current = true
    setBusy(true)
    const content = { children: ready, ...(broughtBy !== undefined && { brought_by: broughtBy }), reason: '' }
    try {
      const answer = await arriveAtDesk({ request_id: requests.idOf(content), ...content }, family)
      requests.answered()
      onArrived(answer)
    } catch (error) {
      await tellRefusal(t('door.arrive.failed'), error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <section className={classes.family} aria-labelledby={heading}>
      <h2 id={heading}>{family.name}</h2>
      <ul className={classes.children}>
        {family.children.map((child) => (
          <Child
            key={child.attendee_id}
            child={child}
            today={today}
            choice={chosen.get(child.attendee_id)}
            lacks={complains && lacking.includes(child)}
            onChoose={(change) => setChosen((now) => choose(now, child.attendee_id, change))}
          />
        ))}
      </ul>
      {mayArrive && family.adults.length > 0 && (
        <fieldset className={classes.adults}>
          <legend>{t('door.broughtBy')}</legend>
          {family.adults.map(({ id, phone, ...adult }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={broughtBy === id}
                onChange={() => setBroughtBy((now) => (now === id ? undefined : id))}
              />
              <span>
                {nameOf(adult)}
                {phone !== '' && <small>{phone}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {mayArrive && (
        <Button
          size="lg"
          loading={busy}
          disabled={ready.length + lacking.length === 0}
          onClick={() => void send()}
        >
          {t('door.arrive', { count: ready.length + lacking.length })}
        </Button>
      )}
    </section>
  )
}

function Child({
  child,
  today,
  choice,
  lacks,
  onChoose,
}: {
  child: DoorChild
  today: readonly DoorClass[]
  choice: { ticked: boolean; class_id: number | undefined } | undefined
  lacks: boolean
  onChoose: (change: { ticked: boolean } | { class_id: number | undefined }) => void
}) {
  const { t } = useMessages()
  const isHere = child.stay_id !== null
  const name = nameOf(child)
  return (
    <li className={classes.child}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={isHere || choice?.ticked === true}
          disabled={isHere}
          onChange={(event) => onChoose({ ticked: event.currentTarget.checked })}
        />
        <span>
          {name} <small>{formatAge(child)}</small>
        </span>
      </label>
      {isHere ? (
        <span className={classes.here}>{t('door.alreadyHere')}</span>
      ) : (
        <NativeSelect
          aria-label={t('door.classOf', { name })}
          data={[
            { value: '', label: t('door.chooseClass') },
            ...openClasses(today).map((one) => ({ value: String(one.class_id), label: describeClass(one) })),
          ]}
          value={String(choice?.class_id ?? '')}
          error={lacks && t('door.classMissing')}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ class_id: value === '' ? undefined : Number(value) })
          }
        />
      )}
      <CareNotes of={child} />
    </li>
  )
}
