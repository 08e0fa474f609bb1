import { useMessages } from '../../messages/use-messages.ts'
import { formatSpan } from '../../ui/look/measures.ts'
import { Waveform } from './waveform.tsx'
import classes from './waveform-seek.module.css'

/** In a recording longer than this, the arrow keys move in steps of five seconds. */
const LONG = 120

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
