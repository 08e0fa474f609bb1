import type { StationChild, StationState, StationStay } from '@vestry/contract/calls/station.ts'
import { FORGET_MS } from '@vestry/contract/sunday-school/station-rules.ts'
import { useCallback, useEffect, useState } from 'react'
import { askServer, Refused } from './ask-server.ts'
import { forgetKey, keepKey, stationKey, takePairingSecret } from './station-key.ts'

/** What the server is asked again about itself and the hour, while nobody is in between. */
const LOOK_EVERY = 30_000

/** Why somebody is sent to the desk. */
export type DeskReason = 'unknown' | 'nobody' | 'refused'

/** Where somebody is on their way. */
export type Visit =
  | { step: 'number' }
  | { step: 'choose'; number: string; children: readonly StationChild[]; request_id: string }
  | { step: 'done'; stays: readonly StationStay[]; desk: readonly string[] }
  | { step: 'desk'; why: DeskReason }

/** What the device is: a station with its state, none, or one whose server does not answer. */
export type Device =
  | { is: 'starting' }
  | { is: 'unpaired'; used: boolean }
  | { is: 'away' }
  | { is: 'station'; key: string; state: StationState }

/** The child's class, for each child that is to be taken in. */
export type Chosen = ReadonlyMap<number, number>

const START: Visit = { step: 'number' }

/** Nothing is kept of a visit: it is gone with the next one, or once nobody has touched the screen for a while. */
export function useStation(onForget: () => void) {
  const [device, setDevice] = useState<Device>({ is: 'starting' })
  const [visit, setVisit] = useState<Visit>(START)
  const [visitor, setVisitor] = useState(0)
  const [busy, setBusy] = useState(false)

  const forget = useCallback(() => {
    setVisit(START)
    setVisitor((before) => before + 1)
    onForget()
  }, [onForget])

  const look = useCallback(async () => {
    const found = await findDevice()
    // A screen goes on with what it shows, and says itself that it may be old.
    setDevice((now) => (found.is === 'away' && isScreen(now) ? now : found))
  }, [])

  /** What a refusal means for everybody who comes; the visit ends with it. */
  const fail = useCallback(
    (error: unknown, why: DeskReason) => {
      const code = error instanceof Refused ? error.code : 'away'
      if (code === 'away') {
        setDevice({ is: 'away' })
        forget()
      } else if (code === 'not_signed_in' || code === 'wrong_status') {
        forget()
        void look()
      } else {
        setVisit({ step: 'desk', why })
      }
    },
    [forget, look],
  )

  useEffect(() => {
    void look()
  }, [look])

  useEffect(() => {
    if (visit.step === 'number' && device.is !== 'unpaired') {
      const timer = setInterval(() => void look(), LOOK_EVERY)
      return () => clearInterval(timer)
    }
  }, [visit.step, device.is, look])

  useForgetting(forget)

  const attempt = async (work: (key: string) => Promise<void>, why: DeskReason) => {
    if (busy || device.is !== 'station') {
      return
    }
    setBusy(true)
    try {
      await work(device.key)
    } catch (error) {
      fail(error, why)
    } finally {
      setBusy(false)
    }
  }

  return {
    ...{ device, visit, visitor, busy, forget },

    find: (number: string) =>
      attempt(async (key) => {
        const { children } = await askServer('POST /station/children', key, { number })
        const isAnybody = children.some(({ here, classes }) => !here && classes.length > 0)
        setVisit(
          isAnybody
            ? { step: 'choose', number, children, request_id: crypto.randomUUID() }
            : { step: 'desk', why: children.length > 0 ? 'nobody' : 'unknown' },
        )
      }, 'unknown'),

    take: (chosen: Chosen) =>
      attempt(async (key) => {
        if (visit.step !== 'choose') {
          return
        }
        const { number, request_id } = visit
        const children = [...chosen].map(([attendee_id, class_id]) => ({ attendee_id, class_id }))
        const { stays, desk } = await askServer('POST /station/arrivals', key, {
          ...{ request_id, number, children },
        })
        const names = visit.children.filter(({ attendee_id }) => desk.includes(attendee_id))
        setVisit(
          stays.length === 0
            ? { step: 'desk', why: 'refused' }
            : { step: 'done', stays, desk: names.map(({ first_name }) => first_name) },
        )
      }, 'refused'),
  }
}

function isScreen(device: Device): boolean {
  return device.is === 'station' && device.state.kind === 'screen'
}

async function findDevice(): Promise<Device> {
  const secret = takePairingSecret()
  if (secret !== undefined) {
    try {
      keepKey((await askServer('POST /station/key', secret)).key)
    } catch (error) {
      if (stationKey() === null) {
        return isAway(error) ? { is: 'away' } : { is: 'unpaired', used: true }
      }
    }
  }
  const key = stationKey()
  if (key === null) {
    return { is: 'unpaired', used: false }
  }
  try {
    return { is: 'station', key, state: await askServer('GET /station', key) }
  } catch (error) {
    if (isAway(error)) {
      return { is: 'away' }
    }
    forgetKey()
    return { is: 'unpaired', used: false }
  }
}

function isAway(error: unknown): boolean {
  return error instanceof Refused && error.code !== 'not_signed_in' && error.code !== 'not_allowed'
}

/** Calls back once nobody has touched the screen, or a key, for a while. */
function useForgetting(forget: () => void): void {
  useEffect(() => {
    let timer = setTimeout(forget, FORGET_MS)
    const touched = () => {
      clearTimeout(timer)
      timer = setTimeout(forget, FORGET_MS)
    }
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) {
      addEventListener(event, touched, true)
    }
    return () => {
      clearTimeout(timer)
      for (const event of events) {
        removeEventListener(event, touched, true)
      }
    }
  }, [forget])
}
