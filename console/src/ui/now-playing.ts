import { useSyncExternalStore } from 'react'

/** A recording that the player holds while the person does something else. */
export type Recording = {
  uuid: string
  localizedname: string
  presenterName: string
  path: string
  media_format: 'audio' | 'video'
  audio_path?: string | undefined
}

type NowPlaying = { recording: Recording | undefined; runs: boolean }

let now: NowPlaying = { recording: undefined, runs: false }
let element: HTMLMediaElement | null = null
const listeners = new Set<() => void>()

function show(next: NowPlaying): void {
  now = next
  for (const listener of listeners) {
    listener()
  }
}

/** Plays a recording; if it is in the player already, it is paused or goes on. */
export function pressPlay(recording: Recording): void {
  if (now.recording?.uuid !== recording.uuid) {
    show({ recording, runs: false })
  } else if (element?.paused === false) {
    element.pause()
  } else {
    void element?.play().catch(() => undefined)
  }
}

export function stopPlaying(): void {
  show({ recording: undefined, runs: false })
}

/** The player's element, while there is one. */
export function holdElement(held: HTMLMediaElement | null): void {
  element = held
}

export function noteRuns(runs: boolean): void {
  if (runs !== now.runs) {
    show({ ...now, runs })
  }
}

export function useNowPlaying(): NowPlaying {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
