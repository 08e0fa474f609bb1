import type { StationState, StationStay } from '@vestry/contract/calls/station.ts'
import { useEffect, useRef, useState } from 'react'
import { largeCode } from '../door/labels/large-code.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { Heading } from './heading.tsx'
import { type LabelOutcome, printStationLabels } from './print-station-labels.ts'
import classes from './station.module.css'

/** Who has arrived, with the code in large letters whatever becomes of the labels. */
export function DonePage({
  stays,
  desk,
  station,
  onNext,
}: {
  stays: readonly StationStay[]
  desk: readonly string[]
  station: { key: string; state: StationState }
  onNext: () => void
}) {
  const { t, language } = useMessages()
  const [labels, setLabels] = useState<LabelOutcome | 'printing'>('printing')
  const begun = useRef(false)

  useEffect(() => {
    // They are printed once, also where the page is drawn twice.
    if (!begun.current) {
      begun.current = true
      void printStationLabels(station.state, stays, station.key).then(setLabels)
    }
  }, [station, stays])

  const names = new Intl.ListFormat(language).format(desk)
  return (
    <>
      <Heading>{t('station.done')}</Heading>
      <ul className={classes.children}>
        {stays.map(({ attendee_id, first_name, class_title, room }) => (
          <li key={attendee_id} className={classes.child}>
            <b>{first_name}</b>
            <span>{[class_title, room].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <h2>{t('station.done.code')}</h2>
      {[...new Set(stays.map(({ code }) => code))].map((code) => (
        <div key={code} className={classes.code}>
          {largeCode(code)}
        </div>
      ))}
      <p role="status">{t(labels === 'none' ? 'station.done.keep' : `station.labels.${labels}`)}</p>
      {desk.length > 0 && (
        <p role="alert" className={classes.warning}>
          {t('station.done.desk', { names })}
        </p>
      )}
      <div className={classes.actions}>
        <button type="button" className={classes.primary} onClick={onNext}>
          {t('station.next')}
        </button>
      </div>
    </>
  )
}
