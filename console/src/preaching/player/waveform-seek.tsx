import { useId, useMemo } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { formatSpan } from '../../ui/look/measures.ts'
import classes from './waveform-seek.module.css'

/** In a recording longer than this, the arrow keys move in steps of five seconds. */
const LONG = 120
/** Half the height of the drawing, and how much of that a silent moment gets. */
const MIDDLE = 50
const LEAST = 2

/** The place in a recording, and a slider that moves it: over its waveform, if there is one. All in seconds. */
export function WaveformSeek({
  waveform,
  time,
  length,
  onSeek,
}: {
  /** Peaks in base64, as the API has them. */
  waveform: string | undefined
  time: number
  length: number
  onSeek: (seconds: number) => void
}) {
  const { t } = useMessages()
  const slider = (
    <input
      type="range"
      aria-label={t('player.position')}
      aria-valuetext={t('player.at', { position: formatSpan(time), duration: formatSpan(length) })}
      min={0}
      max={Math.floor(length)}
      step={length > LONG ? 5 : 1}
      value={Math.floor(time)}
      disabled={length === 0}
      onChange={(event) => onSeek(Number(event.currentTarget.value))}
    />
  )
  return waveform === undefined ? (
    slider
  ) : (
    <div className={classes.seek}>
      <Waveform waveform={waveform} played={length > 0 ? time / length : 0} />
      {slider}
    </div>
  )
}

function Waveform({ waveform, played }: { waveform: string; played: number }) {
  const id = useId()
  const { path, width } = useMemo(() => draw(waveform), [waveform])
  return (
    <svg
      viewBox={`0 0 ${width} ${2 * MIDDLE}`}
      preserveAspectRatio="none"
      className={classes.wave}
      aria-hidden="true"
    >
      <clipPath id={id}>
        <rect width={width * Math.min(played, 1)} height={2 * MIDDLE} />
      </clipPath>
      <path d={path} />
      <path d={path} clipPath={`url(#${id})`} className={classes.played} />
    </svg>
  )
}

/** The outline of the peaks, with the highest one filling the height. */
function draw(waveform: string): { path: string; width: number } {
  const peaks = Array.from(atob(waveform), (byte) => byte.charCodeAt(0))
  const highest = Math.max(1, ...peaks)
  const heights = peaks.map((peak) => Math.round(LEAST + (peak / highest) * (MIDDLE - LEAST)))
  const above = heights.map((height, at) => `${at} ${MIDDLE - height}`)
  const below = heights.map((height, at) => `${at} ${MIDDLE + height}`).reverse()
  return { path: `M${[...above, ...below].join('L')}Z`, width: peaks.length - 1 }
}
