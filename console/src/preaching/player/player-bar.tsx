import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { playedPath } from '@vestry/contract/sermons/media.ts'
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { currentUserId, onSessionChange } from '../../auth/session.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { focusPage } from '../../ui/focus-page.ts'
import { numberFormat } from '../../ui/intl-formats.ts'
import { IconMaximize, IconPlayerPause, IconPlayerPlay } from '../../ui/look/icons.ts'
import { formatSpan } from '../../ui/look/measures.ts'
import {
  holdElement,
  noteRuns,
  pressPlay,
  type Recording,
  stopPlaying,
  useNowPlaying,
} from '../../ui/now-playing.ts'
import { FormLink } from '../../ui/return-link.tsx'
import { findPosition, rememberPosition } from '../list/play-position.ts'
import { useStoredFile } from '../list/use-stored-file.ts'
import { findSound } from '../preaching-calls.ts'
import classes from './player-bar.module.css'
import { WaveformSeek } from './waveform-seek.tsx'

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** Plays one recording at the bottom of the window. */
export function PlayerBar({ recording }: { recording: Recording }) {
  const { t, language } = useMessages()
  const { runs } = useNowPlaying()
  const sound = useQuery(findSound(recording))
  const { src, broken, media, retry, ...player } = usePlayer(recording)
  const { time, length } = player
  const isVideo = recording.media_format === 'video'
  const shared = { src, ref: player.ref, className: classes.media, autoPlay: true, ...media }
  const close = () => {
    stopPlaying()
    focusPage()
  }
  return (
    <section className={classes.player} aria-label={t('player.region')}>
      {isVideo ? <video {...shared} playsInline /> : <audio {...shared} />}
      <button
        type="button"
        className={classes.play}
        aria-label={t(runs ? 'player.pause' : 'player.play')}
        disabled={broken}
        onClick={() => pressPlay(recording)}
      >
        {runs ? <IconPlayerPause size={22} aria-hidden /> : <IconPlayerPlay size={22} aria-hidden />}
      </button>
      <div className={classes.what}>
        <FormLink to={paths.sermon(recording.uuid)} className={classes.link}>
          <span className={classes.title}>{recording.localizedname}</span>
          {!broken && <span className={classes.about}>{recording.presenterName}</span>}
        </FormLink>
        {broken && (
          <span role="status" className={classes.failed}>
            {t('player.failed')}{' '}
            <button type="button" onClick={retry}>
              {t('player.retry')}
            </button>
          </span>
        )}
      </div>
      <div className={classes.seek}>
        <WaveformSeek waveform={sound.data?.waveform} time={time} length={length} onSeek={player.seek} />
        <span className={classes.time} aria-hidden>
          {formatSpan(time)} / {formatSpan(length)}
        </span>
      </div>
      <select
        className={classes.speed}
        aria-label={t('player.speed')}
        value={player.speed}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {numberFormat(language).format(speed)}×
          </option>
        ))}
      </select>
      {isVideo && (
        <button
          type="button"
          className={classes.enlarge}
          aria-label={t('player.enlarge')}
          onClick={player.enlarge}
        >
          <IconMaximize size={18} aria-hidden />
        </button>
      )}
      <CloseButton className={classes.close} size="lg" aria-label={t('player.close')} onClick={close} />
    </section>
  )
}

function usePlayer(recording: Recording) {
  const { uuid } = recording
  const url = useStoredFile(playedPath(recording))
  const element = useRef<HTMLMediaElement>(null)
  const [src, setSrc] = useState<string>()
  const [broken, setBroken] = useState(false)
  const [time, setTime] = useState(0)
  const [length, setLength] = useState(0)
  const [speed, setSpeed] = useState(1)
  /** Whether the address was signed again, usually after an hour, and has not been played yet. */
  const renewed = useRef(false)

  // A new address of the same file, which another component has asked for, would start it again.
  if (src === undefined && url.data !== undefined) {
    setSrc(url.data)
  }
  useEffect(
    () =>
      onSessionChange(() => {
        if (currentUserId() === undefined) {
          stopPlaying()
        }
      }),
    [],
  )
  useEffect(() => {
    const pauseOthers = ({ target }: Event) => {
      for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
        if (other !== target) {
          other.pause()
        }
      }
    }
    document.addEventListener('play', pauseOthers, true)
    return () => document.removeEventListener('play', pauseOthers, true)
  }, [])

  const ref: RefCallback<HTMLMediaElement> = useCallback((held) => {
    element.current = held
    holdElement(held)
    return () => {
      // An element that is removed from the page would otherwise go on playing.
      held?.pause()
      held?.removeAttribute('src')
      element.current = null
      holdElement(null)
    }
  }, [])
  const renew = async () => {
    const { data } = await url.refetch()
    setBroken(data === undefined)
    setSrc(data)
  }
  return {
    src,
    ref,
    time,
    length,
    speed,
    broken: broken || (url.isError && src === undefined),
    retry: () => void renew(),
    media: {
      onLoadedMetadata: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
        currentTarget.currentTime = findPosition(uuid)
        currentTarget.playbackRate = speed
        setLength(Number.isFinite(currentTarget.duration) ? currentTarget.duration : 0)
      },
      onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
        renewed.current = false
        setTime(currentTarget.currentTime)
        rememberPosition(uuid, currentTarget)
      },
      onPlay: () => noteRuns(true),
      onPause: () => noteRuns(false),
      onError: () => {
        if (renewed.current) {
          setBroken(true)
        } else {
          renewed.current = true
          void renew()
        }
      },
    },
    seek(seconds: number) {
      setTime(seconds)
      if (element.current !== null) {
        element.current.currentTime = seconds
      }
    },
    setSpeed(faster: number) {
      setSpeed(faster)
      if (element.current !== null) {
        element.current.playbackRate = faster
      }
    },
    enlarge() {
      const video = element.current
      const withControls = () => video?.toggleAttribute('controls', document.fullscreenElement === video)
      video?.addEventListener('fullscreenchange', withControls)
      void video?.requestFullscreen().catch(() => undefined)
    },
  }
}
