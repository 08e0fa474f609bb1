import { Button } from '@mantine/core'
import type { DoorAlert, DoorClass } from '@vestry/contract/calls/door.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { tellRefusal } from '../api/show-failure.ts'
import { useLostLine } from '../api/use-lost-line.ts'
import { currentLanguage, t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { IconAlertTriangle } from '../ui/look/icons.ts'
import { formatTimes, formatWallClock } from '../ui/wall-clock.ts'
import classes from './board-page.module.css'
import { CallDialog } from './call-dialog.tsx'
import { CalledList } from './called-list.tsx'
import { closeAlert, useBoard } from './door-calls.ts'
import { timeAt } from './door-texts.ts'
import { StayList } from './stay-list.tsx'

/** Who is expected, has arrived, is here and has gone, told as it happens. */
export function BoardPage() {
  const { t } = useMessages()
  const { data, error, refetch } = useBoard()
  const lost = useLostLine()
  const [of, setOf] = useState<number>()
  const [calling, setCalling] = useState<number>()
  if (data === undefined) {
    return error === null ? null : (
      <ErrorBox message={t('door.failed')} detail={error.message} failure={error} onRetry={() => refetch()} />
    )
  }
  const call = ({ id }: { id: number }) => setCalling(id)
  const wanted = data.stays.find(({ id, gone }) => id === calling && gone === null)
  const shown = of === undefined ? data.stays : data.stays.filter(({ class_id }) => class_id === of)
  return (
    <>
      {(error !== null || lost) && (
        <p className={classes.old}>{t('door.board.old', { time: data.now.slice(11, 16) })}</p>
      )}
      <div role="alert">
        {data.alerts.map((alert) => (
          <Alert
            key={alert.kind === 'not_collected' ? `late ${alert.stay_id}` : `alert ${alert.id}`}
            of={alert}
            onCall={setCalling}
          />
        ))}
      </div>
      <CalledList called={data.called} stays={data.stays} onCall={call} />
      {data.classes.length === 0 && <p>{t('door.noClass')}</p>}
      <ul className={classes.classes}>
        {data.classes.map((one) => (
          <li key={one.class_id}>
            <ClassCard
              of={one}
              pressed={of === one.class_id}
              onPress={() => setOf((now) => (now === one.class_id ? undefined : one.class_id))}
            />
          </li>
        ))}
      </ul>
      <StayList stays={shown} today={data.classes} onCall={call} />
      {wanted !== undefined && (
        <CallDialog
          stay={wanted}
          called={data.called.find(({ stay_id }) => stay_id === wanted.id)}
          onClose={() => setCalling(undefined)}
        />
      )}
    </>
  )
}

function ClassCard({ of, pressed, onPress }: { of: DoorClass; pressed: boolean; onPress: () => void }) {
  const { t } = useMessages()
  const { here, expected, arrived, gone, adults_needed: adults, helpers, room_detail } = of
  const { capacity = 0, open = true } = room_detail ?? {}
  const lacking = helpers > 0 && helpers < adults
  return (
    <button type="button" className={classes.card} aria-pressed={pressed} onClick={onPress}>
      <b>{of.title}</b>
      <small>
        {[formatTimes(of, currentLanguage()), of.room, of.cancelled && t('door.class.cancelled')]
          .filter(Boolean)
          .join(' · ')}
      </small>
      <span className={classes.here}>{here}</span>
      <span>{t('door.class.here', { count: here })}</span>
      <small>{t('door.class.numbers', { expected, arrived, gone })}</small>
      {capacity > 0 && (
        <small data-warns={here >= capacity || undefined}>{t('door.class.places', { here, capacity })}</small>
      )}
      {!open && <small data-warns>{t('door.class.closed')}</small>}
      {here > 0 && (
        <small data-warns={lacking || undefined}>
          {helpers > 0
            ? t('door.class.adults', { helpers, adults })
            : t('door.class.adultsNeeded', { adults })}
        </small>
      )}
    </button>
  )
}

function Alert({ of, onCall }: { of: DoorAlert; onCall: (stay_id: number) => void }) {
  const { t } = useMessages()
  const close = async (id: number) => {
    try {
      await closeAlert(id)
    } catch (error) {
      await tellRefusal(t('door.alert.failed'), error)
    }
  }
  return (
    <div className={classes.alert}>
      <IconAlertTriangle size={24} aria-hidden />
      <p>{describeAlert(of)}</p>
      {of.kind === 'not_collected' ? (
        <>
          <Button variant="default" component={Link} to={paths.doorStay(of.stay_id)}>
            {t('door.stay.giveBack')}
          </Button>
          <Button variant="default" onClick={() => onCall(of.stay_id)}>
            {t('door.call')}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => void close(of.id)}>
          {t('door.alert.close')}
        </Button>
      )}
    </div>
  )
}

function describeAlert(alert: DoorAlert): string {
  if (alert.kind === 'not_collected') {
    const since = formatWallClock(alert.since, currentLanguage())
    return t('door.alert.late', { child: alert.child, since })
  }
  const about = { child: alert.child, by: alert.by, time: timeAt(alert.at) }
  switch (alert.kind) {
    case 'barred':
      return t('door.alert.barred', { ...about, adult: alert.adult })
    case 'given_twice': {
      const { to, by: firstBy, at } = alert.first
      return t('door.alert.givenTwice', {
        ...{ ...about, adult: alert.adult, first: to, firstBy, firstTime: timeAt(at) },
      })
    }
    case 'giving_back_unsettled':
      return t('door.alert.givingBack', {
        ...{ ...about, adult: alert.adult, why: t(`door.notGiven.${alert.why}`, { to: alert.adult }) },
      })
    case 'arrival_unsettled':
      return t('door.alert.arrival', {
        ...{
          ...about,
          class: alert.class_title || t('door.class.deleted'),
          why: t(`door.came.${alert.why}`),
        },
      })
  }
}
