import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { t } from '../../messages/messages.ts'
import { IconHeadphones, IconVideo } from '../../ui/look/icons.ts'
import { formatSpan } from '../../ui/look/measures.ts'
import classes from './preaching-list-page.module.css'

/** Says by icon and word whether a recording is audio or video, and its length if that is known. */
export function MediaFormatMark({
  media_format,
  duration,
}: Pick<PreachingItem, 'media_format' | 'duration'>) {
  const Icon = media_format === 'audio' ? IconHeadphones : IconVideo
  return (
    <span className={classes.format}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(`preaching.format.${media_format}`)}
      {duration !== undefined && <span className={classes.duration}>{formatSpan(duration)}</span>}
    </span>
  )
}
