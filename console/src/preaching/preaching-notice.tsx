import { Button } from '@mantine/core'
import { useWords } from '../words/use-words.ts'
import classes from './preaching-form.module.css'

/** What became of a draft when someone else had saved the item in between. */
export type ConflictNotice = 'kept' | 'loaded' | undefined

export function PreachingNotice({ notice, onRestore }: { notice: ConflictNotice; onRestore: () => void }) {
  const { t } = useWords()
  if (notice === undefined) {
    return null
  }
  return (
    <div className={classes.notice} role="status">
      <p>{t(`preaching.conflict.${notice}`)}</p>
      {notice === 'loaded' && (
        <Button variant="default" size="compact-sm" onClick={onRestore}>
          {t('preaching.conflict.restore')}
        </Button>
      )}
    </div>
  )
}
