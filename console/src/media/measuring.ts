import type { SoundForm } from './sound/plan-sound.ts'
import type { MeasuredSound } from './sound/sound-meter.ts'

/**
 * How far measuring is, from 0 to 1; 1 once it has ended, with its result, or without one if the sound can't be decoded
 * here.
 */
export type Measuring = { form: SoundForm; fraction: number; sound?: MeasuredSound | undefined }

const states = new WeakMap<File, Measuring>()
const running = new WeakMap<File, { stop: AbortController; ended: Promise<void> }>()
const listeners = new Set<() => void>()

/**
 * Begins to measure a recording's sound, unless that was done already. It never fails anything: if something goes
 * wrong, the recording stays unmeasured. The form of the sound is known to code that has looked into the recording, and
 * from then on.
 */
export function beginMeasuring(file: File, form = states.get(file)?.form): void {
  if (form === undefined || running.has(file) || states.get(file)?.sound) {
    return
  }
  const stop = new AbortController()
  note(file, { form, fraction: 0 })
  running.set(file, { stop, ended: measure(file, form, stop.signal) })
}

/** Stops measuring a recording that is no longer wanted. */
export function stopMeasuring(file: File): void {
  running.get(file)?.stop.abort()
  running.delete(file)
}

export function measuringOf(file: File | undefined): Measuring | undefined {
  return file && states.get(file)
}

/** The result of measuring; waits while the recording is measured, but no longer than `patience` in ms. */
export async function measuredSound(file: File, patience: number): Promise<MeasuredSound | undefined> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, patience)
  await Promise.race([running.get(file)?.ended, late.promise])
  clearTimeout(timer)
  return states.get(file)?.sound
}

export function onMeasuring(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function measure(file: File, form: SoundForm, signal: AbortSignal): Promise<void> {
  try {
    const { askWorker } = await import('./ask-worker.ts')
    const onProgress = (fraction: number) => note(file, { form, fraction: Math.min(fraction, 0.99) })
    const report = await askWorker({ kind: 'measure', file }, { onProgress, signal })
    note(file, { form, fraction: 1, sound: report.kind === 'measured' ? report.sound : undefined })
  } catch (error) {
    if (!signal.aborted) {
      console.info('The sound could not be measured', error)
    }
    note(file, { form, fraction: 1 })
  }
}

function note(file: File, state: Measuring): void {
  states.set(file, state)
  for (const listener of listeners) {
    listener()
  }
}
