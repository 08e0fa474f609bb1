import { Button } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import { useWords } from '../words/use-words.ts'
import classes from './error-box.module.css'

/** Says on the page itself that something could not be loaded, and offers to try again. */
export function ErrorBox(props: { message: string; detail?: string | undefined; onRetry: () => void }) {
  const { t } = useWords()
  return (
    <div className={classes.box} role="alert">
      <IconCircleX size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <h2>{t('ui.error.title')}</h2>
        <p>{props.message}</p>
        {props.detail !== undefined && <p className={classes.detail}>{props.detail}</p>}
      </div>
      <Button variant="default" size="sm" onClick={props.onRetry}>
        {t('ui.error.retry')}
      </Button>
    </div>
  )
}
