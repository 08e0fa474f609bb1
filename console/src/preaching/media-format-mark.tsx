import type { MediaFormat } from '@vestry/contract/media.ts'
import { t } from '../messages/messages.ts'
import { IconHeadphones, IconVideo } from '../ui/icons.ts'
import classes from './preaching-list-page.module.css'

/** Says by sign and word whether a recording is audio or video. */
export function MediaFormatMark({ format }: { format: MediaFormat }) {
  const Icon = format === 'audio' ? IconHeadphones : IconVideo
  return (
    <span className={classes.format}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(`preaching.format.${format}`)}
    </span>
  )
}
