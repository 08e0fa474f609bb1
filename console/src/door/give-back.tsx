import { Button, TextInput } from '@mantine/core'
import type { DoorCollector, Handovers, Stay } from '@vestry/contract/calls/door.ts'
import { type FormEvent, useRef, useState } from 'react'
import { tellRefusal } from '../api/show-failure.ts'
import { takeBack } from '../api/trash/restore-deleted.ts'
import { useLostLine } from '../api/use-lost-line.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../ui/look/icons.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { askReason } from './ask-reason.ts'
import type { Giving } from './door-bodies.ts'
import { bearWitness, giveBack, undoGiving } from './door-calls.ts'
import { describeStay, nameOf } from './door-texts.ts'
import classes from './give-back.module.css'

type Answer = Handovers & { to: string; seen: boolean }

/** The children of a code, or of one stay, and the adults they may be given to. */
export function GiveBack({
  of: { stays, adults },
  code,
  onNext,
}: {
  of: { stays: Stay[]; adults: DoorCollector[] }
  /** Undefined where nobody has shown a tag. */
  code: string | undefined
  onNext: () => void
}) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [answer, setAnswer] = useState<Answer>()
  const [name, setName] = useState('')
  const sending = useRef(false)
  const here = stays.filter(({ gone }) => gone === null)
  const going = here.filter(({ id }) => !left.has(id))

  const trying = async (work: () => Promise<void>) => {
    if (sending.current) {
      return
    }
    sending.current = true
    try {
      await work()
    } catch (error) {
      await tellRefusal(t('door.give.failed'), error)
    } finally {
      sending.current = false
    }
  }
  const give = (to: string, given: Partial<Giving>) =>
    trying(async () => {
      const body = { stay_ids: going.map(({ id }) => id), name: '', reason: '', ...given }
      setAnswer({ ...(await giveBack({ ...body, ...(code && { code }) }, going)), to, seen: false })
    })
  const see = (to: string, adult_id: number) =>
    trying(async () => {
      const body = { stay_ids: going.map(({ id }) => id), adult_id }
      setAnswer({ ...(await bearWitness(body)), to, seen: true })
    })
  const decide = async (to: string, given: Partial<Giving>) => {
    const reason = await askReason(t('door.give.question', { to }))
    if (reason !== undefined) {
      await give(to, { ...given, reason })
    }
  }
  const undo = async (given: readonly Stay[]) => {
    const back = () => Promise.all(given.map(undoGiving))
    if (await takeBack(back, { done: t('door.give.undone'), failed: t('door.give.undo.failed') })) {
      setAnswer(undefined)
    }
  }
  const choose = (adult: DoorCollector) => {
    const to = nameOf(adult)
    if (code !== undefined || isSeenByOther(going, adult.id)) {
      void give(to, { adult_id: adult.id })
    } else {
      void see(to, adult.id)
    }
  }
  const other = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') {
      return
    }
    void (may('doorOverride') ? decide(name.trim(), { name }) : give(name.trim(), { name }))
  }
  return (
    <div className={classes.page}>
      <ul className={classes.children}>
        {stays.map((stay) => (
          <li key={stay.id}>
            <label>
              <input
                type="checkbox"
                disabled={stay.gone !== null}
                checked={stay.gone === null && !left.has(stay.id)}
                onChange={() => {
                  setAnswer(undefined)
                  setLeft((now) => toggled(now, stay.id))
                }}
              />
              <span>
                <b>{nameOf(stay)}</b>
                <small>{describeStay(stay)}</small>
              </span>
            </label>
            <CareNotes of={stay} />
          </li>
        ))}
      </ul>
      {answer !== undefined && (
        <Outcome answer={answer} onUndo={() => void undo(answer.given)} onNext={onNext} />
      )}
      {going.length > 0 && (
        <section aria-labelledby="door-adults">
          <h2 id="door-adults">{t(code === undefined ? 'door.give.withoutTag' : 'door.give.toWhom')}</h2>
          {code === undefined && <p className={classes.help}>{t('door.give.withoutTag.help')}</p>}
          <ul className={classes.adults}>
            {adults.map((adult) => (
              <li key={adult.id}>
                <Adult
                  adult={adult}
                  going={going}
                  code={code}
                  mayDecide={may('doorOverride')}
                  onChoose={() => choose(adult)}
                  onDecide={() => void decide(nameOf(adult), { adult_id: adult.id })}
                />
              </li>
            ))}
          </ul>
          {adults.length === 0 && <p className={classes.help}>{t('door.give.noAdults')}</p>}
          <form className={classes.other} onSubmit={other}>
            <TextInput
              label={t('door.give.other')}
              description={t('door.give.other.help')}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default">
              {t('door.give.otherSubmit')}
            </Button>
          </form>
        </section>
      )}
      {going.length === 0 && answer === undefined && (
        <Button size="lg" onClick={onNext}>
          {t('door.next')}
        </Button>
      )}
    </div>
  )
}

/** An adult, by what is so for all of these children: whoever must not collect one of them can't be tapped. */
function Adult(props: {
  adult: DoorCollector
  going: readonly Stay[]
  code: string | undefined
  mayDecide: boolean
  onChoose: () => void
  onDecide: () => void
}) {
  const { t } = useMessages()
  const { adult, going, mayDecide } = props
  const rules = going.map(
    ({ attendee_id }) => adult.rules.find((rule) => rule.attendee_id === attendee_id)?.rule ?? 'no',
  )
  const state = rules.includes('barred') ? 'barred' : rules.includes('no') ? 'no' : 'collects'
  const name = nameOf(adult)
  if (state === 'collects') {
    const isSeen = isSeenByOther(going, adult.id)
    const how = props.code !== undefined ? 'collects' : isSeen ? 'seen' : 'see'
    return (
      <button type="button" className={classes.adult} data-state={state} onClick={props.onChoose}>
        <IconCircleCheck size={24} aria-hidden />
        <span>
          <b>{name}</b>
          <small>{t(`door.adult.${how}`)}</small>
        </span>
      </button>
    )
  }
  return (
    <div className={classes.adult} data-state={state}>
      {state === 'barred' ? (
        <IconCircleX size={24} aria-hidden />
      ) : (
        <IconAlertTriangle size={24} aria-hidden />
      )}
      <span>
        <b>{name}</b>
        <small>{t(`door.adult.${state}`)}</small>
      </span>
      {mayDecide && (
        <Button variant="default" size="sm" onClick={props.onDecide}>
          {t('door.override')}
        </Button>
      )}
    </div>
  )
}

function Outcome({ answer, onUndo, onNext }: { answer: Answer; onUndo: () => void; onNext: () => void }) {
  const { t } = useMessages()
  const lost = useLostLine()
  const { given, refused, to, seen } = answer
  return (
    <div role="alert" className={classes.outcome}>
      {given.length > 0 && (
        <p data-done>
          <IconCircleCheck size={24} aria-hidden />
          <span>
            {t(seen ? 'door.give.seen' : 'door.give.done', { names: given.map(nameOf).join(', '), to })}
          </span>
        </p>
      )}
      {lost && given.length > 0 && <p>{t('door.keptHere')}</p>}
      {refused.map(({ stay_id, why, stay }) => (
        <p key={stay_id} data-why={why}>
          <IconAlertTriangle size={24} aria-hidden />
          <span>
            {stay !== null && <b>{nameOf(stay)}: </b>}
            {t(`door.notGiven.${why}`, { to })} {why === 'gone' && stay !== null && describeStay(stay)}
          </span>
        </p>
      ))}
      <div className={classes.actions}>
        <Button size="lg" onClick={onNext}>
          {t('door.next')}
        </Button>
        {given.length > 0 && !seen && (
          <Button size="lg" variant="default" onClick={onUndo}>
            {t('ui.undo')}
          </Button>
        )}
      </div>
    </div>
  )
}

function isSeenByOther(stays: readonly Stay[], adult_id: number): boolean {
  return (
    stays.length > 0 &&
    stays.every(({ witness }) => witness !== null && !witness.own && witness.adult_id === adult_id)
  )
}

function toggled(now: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(now)
  if (!next.delete(id)) {
    next.add(id)
  }
  return next
}
