import { Button, NativeSelect } from '@mantine/core'
import type { DoorClass, Stay } from '@vestry/contract/calls/door.ts'
import { OVERRIDABLE } from '@vestry/contract/sunday-school/door-rules.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { tellRefusal } from '../api/show-failure.ts'
import { takeBack } from '../api/trash/restore-deleted.ts'
import { ownRole } from '../auth/use-own-role.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { confirm, showMessage, showNotice } from '../ui/dialogs/dialogs.ts'
import { SearchInput } from '../ui/list/search-input.tsx'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { openClasses } from './arriving.ts'
import { askReason } from './ask-reason.ts'
import { moveStay, renewCode, undoArrival, undoGiving } from './door-calls.ts'
import { describeClass, describeStay, nameOf } from './door-texts.ts'
import { isOnlyHere } from './offline/kept-stays.ts'
import { printAll } from './print-all.ts'
import classes from './stay-list.module.css'

/** The children of today, those who are here first. */
export function StayList({
  stays,
  today,
  onCall,
}: {
  stays: readonly Stay[]
  today: readonly DoorClass[]
  /** Calls somebody for this child. */
  onCall: (stay: Stay) => void
}) {
  const { t } = useMessages()
  const [typed, setTyped] = useState('')
  const key = searchKey(typed)
  const found = stays.filter((stay) => searchKey(`${nameOf(stay)} ${stay.code} ${stay.number}`).includes(key))
  const sorted = [...found.filter(({ gone }) => gone === null), ...found.filter(({ gone }) => gone !== null)]
  if (stays.length === 0) {
    return <p className={classes.none}>{t('door.stays.none')}</p>
  }
  return (
    <section aria-labelledby="door-stays">
      <h2 id="door-stays" className={classes.heading}>
        {t('door.stays')}
      </h2>
      <SearchInput
        className={classes.search}
        aria-label={t('door.stays.search')}
        placeholder={t('door.stays.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onClear={() => setTyped('')}
      />
      <ul className={classes.stays}>
        {sorted.map((stay) => (
          <li key={stay.id} data-gone={stay.gone !== null || undefined}>
            <div className={classes.who}>
              <b>{nameOf(stay)}</b>
              <small>{describeStay(stay)}</small>
              {stay.witness !== null && (
                <small data-warns>
                  {t('door.stay.witness', { by: stay.witness.by, adult: stay.witness.adult })}
                </small>
              )}
              <CareNotes of={stay} />
            </div>
            <span className={classes.code}>
              <span className="visually-hidden">{t('door.code')} </span>
              {stay.code}
              {stay.number > 0 && <small>{t('door.number.short', { number: stay.number })}</small>}
            </span>
            <div className={classes.actions}>
              {stay.gone !== null ? (
                <Gone of={stay} />
              ) : isOnlyHere(stay) ? (
                <p className={classes.only}>{t('door.keptHere')}</p>
              ) : (
                <Here of={stay} today={today} onCall={() => onCall(stay)} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Here({ of, today, onCall }: { of: Stay; today: readonly DoorClass[]; onCall: () => void }) {
  const { t } = useMessages()
  const name = nameOf(of)
  return (
    <>
      <Button component={Link} to={paths.doorStay(of.id)} variant="default">
        {t('door.stay.giveBack')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <Button variant="default" onClick={onCall}>
        {t('door.call')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <NativeSelect
        aria-label={t('door.stay.more', { name })}
        value=""
        data={[
          { value: '', label: t('door.stay.change') },
          ...openClasses(today)
            .filter(({ class_id }) => class_id !== of.class_id)
            .map((one) => ({
              value: String(one.class_id),
              label: t('door.stay.moveTo', { class: describeClass(one) }),
            })),
          { value: 'print', label: t('door.stay.print') },
          { value: 'code', label: t('door.stay.newCode') },
          { value: 'undo', label: t('door.stay.undoArrival') },
        ]}
        onChange={({ currentTarget: { value } }) => void change(of, value)}
      />
    </>
  )
}

function Gone({ of }: { of: Stay }) {
  const { t } = useMessages()
  const undo = () =>
    takeBack(() => undoGiving(of), {
      done: t('door.give.undone'),
      failed: t('door.give.undo.failed'),
    })
  return (
    <Button variant="default" onClick={() => void undo()}>
      {t('door.stay.back')}
      <span className="visually-hidden"> {nameOf(of)}</span>
    </Button>
  )
}

/** Does what was chosen for a child who is here: another class by its id, a new code, or its arrival taken back. */
async function change(stay: Stay, chosen: string): Promise<void> {
  const name = nameOf(stay)
  try {
    if (chosen === 'undo') {
      const question = {
        title: t('door.undo.question', { name }),
        yes: t('door.undo.yes'),
        no: t('ui.dialog.cancel'),
      }
      if (await confirm(question)) {
        await undoArrival(stay)
        showNotice({ message: t('door.arrive.undone') })
      }
    } else if (chosen === 'print') {
      await printAll([stay])
    } else if (chosen === 'code') {
      const { stay: now } = await renewCode({ stay_id: stay.id, lost: stay.code })
      await showMessage({ status: 'success', message: t('door.newCode', { name }), code: now.code })
    } else if (chosen !== '') {
      await move(stay, Number(chosen))
    }
  } catch (error) {
    await tellRefusal(t('door.change.failed', { name }), error)
  }
}

async function move(stay: Stay, class_id: number, reason = ''): Promise<void> {
  const name = nameOf(stay)
  const { why } = await moveStay({ stay_id: stay.id, class_id, reason })
  if (why === null) {
    showNotice({ message: t('door.moved', { name }) })
    return
  }
  const said = `${name} ${t(`door.refused.${why}`, { class: '' })}`
  if (ownRole().may('doorOverride') && OVERRIDABLE.some((one) => one === why)) {
    const decided = await askReason(t('door.override.question'), said)
    if (decided !== undefined) {
      await move(stay, class_id, decided)
    }
    return
  }
  await showMessage({ status: 'warning', message: said })
}
