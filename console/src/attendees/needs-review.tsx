import { Button } from '@mantine/core'
import { useRef } from 'react'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { IconInfoCircle } from '../ui/look/icons.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './collecting-form.module.css'
import { isReviewDue } from './review-due.ts'
import type { Collecting } from './use-collecting.ts'

/** When somebody asked last whether a child's allergies and needs are right, and a button to say so today. */
export function NeedsReview(props: {
  of: { allergies: string; needs: string }
  collecting: Collecting
  mayChange: boolean
}) {
  const { t, language } = useMessages()
  const line = useRef<HTMLParagraphElement>(null)
  const { collecting, of } = props
  const { needs_reviewed } = collecting.known
  const today = churchToday()
  const review = async () => {
    const version = await collecting.review(today)
    if (version !== undefined) {
      // The button that was pressed is gone.
      line.current?.focus()
      showNotice({
        message: t('families.child.reviewDone'),
        action: {
          label: t('ui.undo'),
          run: async () => void (await collecting.review(needs_reviewed, version)),
        },
      })
    }
  }
  return (
    <div className={classes.review}>
      <p ref={line} tabIndex={-1}>
        {needs_reviewed === null
          ? t('families.child.neverReviewed')
          : t('families.child.reviewed', { day: formatDate(`${needs_reviewed}T00:00:00`, language) })}
      </p>
      {isReviewDue(of, needs_reviewed, today) && (
        <p className={classes.due}>
          <IconInfoCircle size={16} aria-hidden />
          <span>{t('families.child.reviewDue')}</span>
        </p>
      )}
      {props.mayChange && needs_reviewed !== today && (
        <Button variant="default" loading={collecting.saving} onClick={() => void review()}>
          {t('families.child.review')}
        </Button>
      )}
    </div>
  )
}
