import {
  LANGUAGE_TAGS,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'
import { type ReactNode, useCallback, useEffect } from 'react'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ChoosePage } from './choose-page.tsx'
import { DonePage } from './done-page.tsx'
import { Heading } from './heading.tsx'
import { NumberPage } from './number-page.tsx'
import { ScreenPage } from './screen-page.tsx'
import classes from './station.module.css'
import { type Device, useStation } from './use-station.ts'

/** A station of the door: a device that belongs to nobody, and forgets everybody. */
export function StationApp({ usual }: { usual: MessageLanguage }) {
  const { t, language, setLanguage } = useMessages()
  const speakUsual = useCallback(() => void setLanguage(usual), [setLanguage, usual])
  const station = useStation(speakUsual)
  const title = [t('station.title'), church().name].filter(Boolean).join(' · ')
  const { device } = station

  useEffect(() => {
    document.title = title
  }, [title])

  if (device.is === 'station' && device.state.kind === 'screen') {
    return (
      <main className={classes.screen}>
        <ScreenPage stationKey={device.key} />
      </main>
    )
  }
  return (
    <>
      <header className={classes.header}>
        <span>{church().name}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: these are buttons, no fields of a form */}
        <div role="group" aria-label={t('station.language')}>
          {LANGUAGE_TAGS.map((tag) => (
            <button
              key={tag}
              type="button"
              lang={tag}
              aria-pressed={tag === language}
              onClick={() => void setLanguage(tag)}
            >
              {MESSAGE_LANGUAGES[tag].name}
            </button>
          ))}
        </div>
      </header>
      <main className={classes.page}>
        <Step station={station} />
      </main>
    </>
  )
}

function Step({ station }: { station: ReturnType<typeof useStation> }) {
  const { t } = useMessages()
  const { device, visit, visitor, busy, forget } = station
  if (device.is !== 'station') {
    return <NoStation device={device} />
  }
  const { state } = device
  switch (visit.step) {
    case 'choose':
      return <ChoosePage {...{ children: visit.children, busy, onTake: station.take, onStop: forget }} />
    case 'done':
      return <DonePage {...{ stays: visit.stays, desk: visit.desk, station: device, onNext: forget }} />
    case 'desk':
      return (
        <Notice title={t('station.desk')} text={t(`station.desk.${visit.why}`)}>
          <button type="button" className={classes.primary} onClick={forget}>
            {t('station.next')}
          </button>
        </Notice>
      )
    case 'number':
      return state.open ? (
        <NumberPage key={visitor} busy={busy} onFind={station.find} />
      ) : (
        <Closed opens={state.opens} />
      )
  }
}

function NoStation({ device }: { device: Exclude<Device, { is: 'station' }> }) {
  const { t } = useMessages()
  switch (device.is) {
    case 'starting':
      return <p role="status">{t('station.wait')}</p>
    case 'away':
      return <Notice title={t('station.away')} text={t('station.away.text')} />
    case 'unpaired': {
      const text = t(device.used ? 'station.unpaired.used' : 'station.unpaired.text')
      return <Notice title={t('station.unpaired')} text={text} />
    }
  }
}

function Closed({ opens }: { opens: string | null }) {
  const { t } = useMessages()
  const text = opens === null ? t('station.closed.today') : t('station.closed.until', { time: opens })
  return <Notice title={t('station.closed')} text={text} />
}

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </>
  )
}
