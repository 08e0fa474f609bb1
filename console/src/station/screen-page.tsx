import { useMessages } from '../messages/use-messages.ts'
import classes from './screen-page.module.css'
import { useCalledNumbers } from './use-called-numbers.ts'

/** What everybody in the hall sees: the numbers of the families that are called, and nothing else. */
export function ScreenPage({ stationKey }: { stationKey: string }) {
  const { t } = useMessages()
  const { numbers, old } = useCalledNumbers(stationKey)
  return (
    <div className={classes.screen}>
      <h1>{t('station.called')}</h1>
      <div role="status" className={classes.shown}>
        {numbers.length === 0 ? (
          <p>{t('station.called.none')}</p>
        ) : (
          <ul data-count={numbers.length === 1 ? 'one' : numbers.length > 6 ? 'many' : undefined}>
            {numbers.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ul>
        )}
      </div>
      <div role="alert">{old && <p className={classes.old}>{t('station.called.old')}</p>}</div>
    </div>
  )
}
