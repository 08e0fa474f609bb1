import { Button } from '@mantine/core'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { playedPath } from '@vestry/contract/sermons/media.ts'
import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { stopPlaying, useNowPlaying } from '../../ui/now-playing.ts'
import { findPosition, rememberPosition } from '../list/play-position.ts'
import { useStoredFile } from '../list/use-stored-file.ts'
import { PosterPicture } from '../sermon/poster-picture.tsx'
import classes from '../sermon/sermon-page.module.css'
import { WaveformSeek } from './waveform-seek.tsx'

/** The recording of a sermon below its poster, or a film in place of the poster; it begins where the person stopped. */
export function SermonPlayer({
  item,
  media,
}: {
  item: PreachingItemDetail
  /** Where other components find what is playing. */
  media: RefObject<HTMLMediaElement | null>
}) {
  const { t } = useMessages()
  const url = useStoredFile(playedPath(item))
  const [src, setSrc] = useState<string>()
  const [broken, setBroken] = useState(false)
  const [{ time, length }, setPlace] = useState({ time: 0, length: 0 })
  /** Whether the address was signed again, usually after an hour, and has not been played yet. */
  const renewed = useRef(false)
  const plays = useRef(false)
  const { recording } = useNowPlaying()
  if (src === undefined && url.data !== undefined) {
    setSrc(url.data)
  }
  const retry = async () => {
    const { data } = await url.refetch()
    setSrc(data)
    setBroken(data === undefined)
    // Two addresses signed within the same second are equal.
    if (data === src) {
      media.current?.load()
    }
  }
  const goTo = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    const position = findPosition(item.uuid)
    // A film in which somebody has moved to a place shows no poster any more.
    if (position > 0) {
      currentTarget.currentTime = position
    }
    if (renewed.current && plays.current) {
      void currentTarget.play()
    }
  }
  const note = ({ currentTarget: { currentTime, duration } }: SyntheticEvent<HTMLMediaElement>) =>
    setPlace({ time: currentTime, length: Number.isFinite(duration) ? duration : 0 })
  const seek = (seconds: number) => {
    setPlace({ time: seconds, length })
    if (media.current) {
      media.current.currentTime = seconds
    }
  }
  const shared = {
    ref: (element: HTMLMediaElement | null) => {
      media.current = element
    },
    src,
    controls: true,
    preload: 'metadata',
    'aria-label': t('sermon.recording'),
    onLoadedMetadata: goTo,
    onPause: () => {
      plays.current = false
    },
    onPlay: (event: SyntheticEvent<HTMLMediaElement>) => {
      plays.current = true
      // The player at the bottom of the window hands the playback over.
      if (recording?.uuid === item.uuid) {
        goTo(event)
        stopPlaying()
      }
    },
    onDurationChange: note,
    onSeeking: note,
    onTimeUpdate: (event: SyntheticEvent<HTMLMediaElement>) => {
      const { currentTarget } = event
      note(event)
      renewed.current = false
      if (!currentTarget.paused) {
        rememberPosition(item.uuid, currentTarget)
      }
    },
    onError: () => {
      if (renewed.current) {
        setBroken(true)
      } else {
        renewed.current = true
        void retry()
      }
    },
  } as const
  return (
    <div className={classes.player}>
      {(item.media_format === 'audio' || broken) && (
        <div className={classes.poster}>
          <PosterPicture path={item.small_poster_path ?? item.poster_path} />
        </div>
      )}
      {broken || url.isError ? (
        <p role="status" className={classes.failed}>
          {t('player.failed')}
          <Button variant="default" size="compact-sm" onClick={() => void retry()}>
            {t('player.retry')}
          </Button>
        </p>
      ) : item.media_format === 'audio' ? (
        <audio {...shared} />
      ) : (
        <Film {...shared} poster={item.poster_path} />
      )}
      {item.sound !== undefined && !broken && !url.isError && (
        <div className={classes.waveform}>
          <WaveformSeek waveform={item.sound.waveform} time={time} length={length} onSeek={seek} />
        </div>
      )}
    </div>
  )
}

function Film({ poster, ...shared }: { poster: string } & React.ComponentProps<'video'>) {
  const picture = useStoredFile(poster)
  return <video {...shared} playsInline poster={picture.data} className={classes.film} />
}
