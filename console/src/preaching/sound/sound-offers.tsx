import { useSyncExternalStore } from 'react'
import { ChoiceBox } from '../../forms/choice-fields.tsx'
import { measuringOf, onMeasuring } from '../../media/measuring.ts'
import { offerSound, type SoundChoices } from '../../media/sound/plan-sound.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { numberFormat } from '../../ui/intl-formats.ts'
import { formatSpan } from '../../ui/look/measures.ts'
import classes from './sound-offers.module.css'

/** The usual names of codecs. */
const NAMES: Record<string, string> = { opus: 'Opus', vorbis: 'Vorbis', flac: 'FLAC' }

/** The measurements of a chosen recording's sound, and what can be done with it when it is saved. */
export function SoundOffers({
  file,
  choices = {},
  onChange,
}: {
  file: File
  choices: SoundChoices | undefined
  onChange: (choices: SoundChoices) => void
}) {
  const { t, language } = useMessages()
  const measuring = useSyncExternalStore(onMeasuring, () => measuringOf(file))
  if (measuring === undefined || measuring.form.codec === undefined) {
    return null
  }
  const { form, fraction, sound } = measuring
  const { isRefused, level, loudness, cut } = offerSound(form, sound)
  const format = NAMES[form.codec ?? ''] ?? 'WAV'
  const lufs = (value: number) =>
    numberFormat(language, { maximumFractionDigits: 1 }).format(value).replace('-', '−')
  const tick = (choice: keyof SoundChoices) => (wanted: boolean) => onChange({ ...choices, [choice]: wanted })
  const apart = form.isFilm ? 'sound.apart.ofFilm' : 'sound.apart'
  const ends = cut && (cut.start > 0 && cut.end > 0 ? 'both' : cut.start > 0 ? 'start' : 'end')
  return (
    <section className={classes.offers} aria-label={t('sound.region')}>
      {fraction < 1 && (
        <p className={classes.fact}>
          {t('sound.measuring', {
            percent: numberFormat(language, { style: 'percent' }).format(fraction),
          })}
        </p>
      )}
      {sound && level && (
        <p className={classes.fact}>
          {t(level.isRight ? 'sound.right' : 'sound.off', {
            how: sound.loudness < level.target ? 'quiet' : 'loud',
            loudness: lufs(sound.loudness),
            target: lufs(level.target),
          })}
        </p>
      )}
      {form.isFilm && !isRefused && <p className={classes.fact}>{t('sound.ofFilm')}</p>}
      {isRefused && (
        <p className={classes.fact}>
          {t(fraction === 1 && !sound ? 'sound.leftOut' : 'sound.refused', { format })}
        </p>
      )}
      {isRefused && sound && (
        <ChoiceBox
          label={t('sound.convert')}
          detail={t(apart)}
          checked={choices.convert ?? false}
          onChange={tick('convert')}
        />
      )}
      {loudness && (
        <ChoiceBox
          label={t('sound.set', { reached: lufs(loudness.reached) })}
          detail={[
            t(loudness.steps === undefined ? apart : 'sound.lossless'),
            ...(loudness.isLimited ? [t('sound.limited')] : []),
          ].join(' ')}
          checked={choices.loudness ?? false}
          onChange={tick('loudness')}
        />
      )}
      {cut && ends && (
        <ChoiceBox
          label={t('sound.cut', { ends, start: formatSpan(cut.start), end: formatSpan(cut.end) })}
          detail={cut.start > 0 ? t('sound.shifted') : undefined}
          checked={choices.cut ?? false}
          onChange={tick('cut')}
        />
      )}
    </section>
  )
}
