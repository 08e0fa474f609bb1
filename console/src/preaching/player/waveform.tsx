import { useId, useMemo } from 'react'
import classes from './waveform.module.css'

/** Half the height of the drawing, and how much of that a silent moment gets. */
const MIDDLE = 50
const LEAST = 2

/** The outline of a recording's sound; `played` says how much of it, from 0 to 1, is in the accent. */
export function Waveform({ waveform, played }: { waveform: string; played: number }) {
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
