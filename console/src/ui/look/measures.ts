import { numberFormat } from '../intl-formats.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes for people, in powers of a thousand: `24.3 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const power = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(Math.round(bytes)) / 3))
  const value = bytes / 1000 ** power
  const digits = power < 2 || value >= 100 ? 0 : 1
  return `${numberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${UNITS[power]}`
}

/** A span of time as a clock shows it: `1:02:03` or `4:05`. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

export type SpeedMeter = { add: (done: number, now: number) => number | undefined }

/**
 * Smooths an amount of work done into a speed per second. `now` is in milliseconds; there is no speed in the first
 * second, because it would mislead.
 */
export function createSpeedMeter(): SpeedMeter {
  let start: number | undefined
  let last: { done: number; now: number } | undefined
  let speed: number | undefined
  return {
    add(done, now) {
      start ??= now
      last ??= { done, now }
      const passed = now - last.now
      if (passed >= 250) {
        const fresh = ((done - last.done) / passed) * 1000
        speed = speed === undefined ? fresh : speed * 0.8 + fresh * 0.2
        last = { done, now }
      }
      return now - start < 1000 ? undefined : speed
    },
  }
}
