import { Button } from '@mantine/core'
import type { Stay } from '@vestry/contract/calls/door.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { useLostLine } from '../api/use-lost-line.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { IconPrinter } from '../ui/look/icons.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { account, useBoard } from './door-calls.ts'
import { nameOf, timeAt } from './door-texts.ts'
import classes from './evacuation-page.module.css'

/** Everybody who is in the building now, to be ticked off on any number of phones, or on paper. */
export function EvacuationPage() {
  const { t } = useMessages()
  const { data, error, refetch } = useBoard()
  const lost = useLostLine()
  if (data === undefined) {
    return error === null ? null : (
      <ErrorBox message={t('door.failed')} detail={error.message} failure={error} onRetry={() => refetch()} />
    )
  }
  const here = data.stays.filter(({ gone }) => gone === null)
  const accounted = here.filter((stay) => stay.accounted)
  const tick = async (stays: readonly Stay[], isThere: boolean) => {
    try {
      await account({ stay_ids: stays.map(({ id }) => id), accounted: isThere })
    } catch (failure) {
      await tellRefusal(t('door.evacuation.failed'), failure)
    }
  }
  const startAgain = async () => {
    const question = {
      title: t('door.evacuation.again.question'),
      yes: t('door.evacuation.again.yes'),
      no: t('ui.dialog.cancel'),
    }
    if (await confirm(question)) {
      await tick(accounted, false)
    }
  }
  const byClass = [
    ...Map.groupBy(here, ({ class_title, room }) => [class_title, room].filter(Boolean).join(' · ')),
  ]
  return (
    <>
      {(error !== null || lost) && (
        <p className={classes.old}>{t('door.board.old', { time: data.now.slice(11, 16) })}</p>
      )}
      <p className={classes.count} role="status">
        {t('door.evacuation.count', { accounted: accounted.length, here: here.length })}
      </p>
      <p className={classes.printed}>{t('door.evacuation.asOf', { time: data.now.slice(11, 16) })}</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('door.evacuation.print')}
        </Button>
        {accounted.length > 0 && (
          <Button variant="default" onClick={() => void startAgain()}>
            {t('door.evacuation.again')}
          </Button>
        )}
      </div>
      {here.length === 0 && <p>{t('door.evacuation.nobody')}</p>}
      {byClass.map(([title, stays]) => (
        <section key={title} className={classes.class}>
          <h2>
            {title || t('door.class.deleted')}{' '}
            <small>{t('door.evacuation.children', { count: stays.length })}</small>
          </h2>
          <ul>
            {stays.map((stay) => (
              <li key={stay.id}>
                <button
                  type="button"
                  aria-pressed={stay.accounted}
                  onClick={() => void tick([stay], !stay.accounted)}
                >
                  <span className={classes.box} aria-hidden>
                    {stay.accounted ? '✓' : ''}
                  </span>
                  <span>
                    <b>{nameOf(stay)}</b>
                    <small>
                      {[stay.code, timeAt(stay.arrived), stay.brought_by].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                </button>
                <CareNotes of={stay} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
