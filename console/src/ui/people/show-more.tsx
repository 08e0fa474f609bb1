import type { Ref } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './search-list.module.css'

/** How many of the matches are shown, and a button for more. */
export function ShowMore(props: {
  /** How many are shown, of how many. */
  part: string
  /** Whether the last try failed. */
  stuck: boolean
  button?: Ref<HTMLButtonElement>
  onMore: () => void
}) {
  const { t } = useMessages()
  return (
    <div className={classes.hidden}>
      <span>{props.part}</span>
      <button ref={props.button} type="button" className={classes.action} onClick={props.onMore}>
        {t('ui.growing.more')}
      </button>
      {props.stuck && <p role="alert">{t('ui.growing.moreFailed')}</p>}
    </div>
  )
}
