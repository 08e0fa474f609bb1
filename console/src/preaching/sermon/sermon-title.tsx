import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { Link } from 'react-router'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../paths.ts'
import { IconPlayerPause, IconPlayerPlay } from '../../ui/look/icons.ts'
import { pressPlay, useNowPlaying } from '../../ui/now-playing.ts'
import { useLinkState } from '../../ui/return-link.tsx'
import { formatWallClock } from '../../ui/wall-clock.ts'
import { PosterPicture } from './poster-picture.tsx'
import classes from './sermon-title.module.css'

/** A sermon's title after its poster, which plays the sermon. `pictures` says whether pictures may be loaded yet. */
export function SermonTitle({ item, pictures }: { item: PreachingItem; pictures: boolean }) {
  const { t } = useMessages()
  const { recording, runs } = useNowPlaying()
  const plays = runs && recording?.uuid === item.uuid
  const Icon = plays ? IconPlayerPause : IconPlayerPlay
  const title = item.localizedname
  return (
    <span className={classes.sermon}>
      <button
        type="button"
        className={classes.poster}
        aria-label={t(plays ? 'preaching.pause' : 'preaching.play', { title })}
        onClick={() => pressPlay(item)}
      >
        {pictures && <PosterPicture path={item.small_poster_path ?? item.poster_path} />}
        <span className={classes.sign}>
          <Icon size={16} aria-hidden />
        </span>
      </button>
      <span className={classes.text}>
        <Link className={classes.title} to={paths.sermon(item.uuid)} state={useLinkState()}>
          {title}
        </Link>
        <SermonState item={item} />
      </span>
    </span>
  )
}

/** Says that a sermon is not out yet; nothing for one that is. */
export function SermonState({ item: { state, publish_at } }: { item: PreachingItem }) {
  const { t, language } = useMessages()
  if (state === 'published') {
    return null
  }
  return (
    <span className={classes.state}>
      {publish_at === undefined
        ? t(`preaching.state.${state}`)
        : t('preaching.state.until', { moment: formatWallClock(publish_at, language) })}
    </span>
  )
}
