import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import classes from './roll-bar.module.css'
import type { RollCallStore } from './roll-call-store.ts'
import { nameOf, refusedIds, shownState } from './roll-marks.ts'
import { useRollView } from './use-roll.ts'

const MAX_NAMED = 3

/** The children whose marks the server has refused, and why, with buttons to try again and to give them up. */
export function RefusedMarks({ store }: { store: RollCallStore }) {
  const { t } = useMessages()
  const view = useRollView(store)
  const ids = new Set(refusedIds(view))
  if (ids.size === 0) {
    return null
  }
  const named = (view.roll?.children ?? [])
    .filter((child) => ids.has(child.attendee_id))
    .slice(0, MAX_NAMED)
    .map((child) => `${nameOf(child)}: ${t(`attendance.state.${shownState(view, child)}`)}`)
  const unnamed = ids.size - named.length
  const discard = async () => {
    const release = store.hold()
    try {
      const sure = await confirm({
        title: t('attendance.discard.question', { count: ids.size }),
        message: t('attendance.discard.consequence'),
        yes: t('attendance.saving.discard'),
        no: t('attendance.cancel'),
        danger: true,
      })
      if (sure) {
        store.discard()
      }
    } finally {
      release()
    }
  }
  return (
    <div className={classes.messages}>
      <div>
        <p>
          {t('attendance.saving.refusedMarks', { count: ids.size })} {view.refusal?.message}
        </p>
        {named.length > 0 && (
          <p>
            {named.join(', ')}. {unnamed > 0 && t('attendance.refused.more', { count: unnamed })}
          </p>
        )}
        <p className={classes.ways}>
          <button type="button" onClick={() => store.sendAgain()}>
            {t('attendance.saving.again')}
          </button>
          <button type="button" onClick={() => void discard()}>
            {t('attendance.saving.discard')}
          </button>
        </p>
      </div>
    </div>
  )
}
