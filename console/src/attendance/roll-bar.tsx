import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { churchMoment } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconArrowBackUp, IconCheck, IconChecks, IconCloudOff, IconX } from '../ui/look/icons.ts'
import sticky from '../ui/sticky-bar.module.css'
import { formatTime } from '../ui/wall-clock.ts'
import { countErased } from './erased-rows.tsx'
import { RefusedMarks } from './refused-marks.tsx'
import classes from './roll-bar.module.css'
import type { RollCallStore, RollView } from './roll-call-store.ts'
import type { Refusal } from './roll-marks.ts'

const MAX_TOLD = 3
const ORDER = ['present', 'absent', 'not_recorded'] as const

/** Always in sight, under the thumb: the counts, whether everything is saved, undo, and all present. */
export function RollBar(props: {
  store: RollCallStore
  view: RollView
  counts: Record<RollState, number>
  /** Only some of the children are in sight: the button then says how many it marks. */
  filtered: boolean
  onUndo: () => void
  onAll: () => void
}) {
  const { t } = useMessages()
  const { store, view, counts } = props
  const { roll } = view
  const closed = roll?.cancelled !== false
  // A disabled button would lose the focus of the person who has pressed it.
  const nothingToUndo = view.steps.length === 0 || closed
  const nobodyOpen = counts.not_recorded === 0 || closed
  /** Erased children are counted, though nobody marks them any more. */
  const sums = {
    present: counts.present + (roll?.erased?.present ?? 0),
    absent: counts.absent + (roll?.erased?.absent ?? 0),
    not_recorded: counts.not_recorded + (roll?.erased?.not_recorded ?? 0),
  }
  return (
    <div className={`${classes.bar} ${sticky.bar}`}>
      <div role="status" className={classes.refusals}>
        <RefusedMarks store={store} />
        <Refusals store={store} refusals={view.refusals} />
      </div>
      <div className={classes.line}>
        <ul className={classes.counts} aria-label={t('attendance.counts')}>
          {ORDER.map((state) => (
            <li key={state} data-state={state}>
              <strong>{sums[state]}</strong> {t(`attendance.count.${state}`, { count: sums[state] })}
            </li>
          ))}
          <li>
            {t('attendance.count.all', { count: (roll?.children.length ?? 0) + countErased(roll?.erased) })}
          </li>
        </ul>
        <SavingState view={view} />
      </div>
      <div className={classes.actions}>
        <button
          type="button"
          aria-disabled={nothingToUndo}
          aria-keyshortcuts="U"
          onClick={() => nothingToUndo || props.onUndo()}
        >
          <IconArrowBackUp size={20} aria-hidden />
          {t('attendance.undo')}
        </button>
        <button type="button" aria-disabled={nobodyOpen} onClick={() => nobodyOpen || props.onAll()}>
          <IconChecks size={20} aria-hidden />
          {props.filtered && counts.not_recorded > 0
            ? t('attendance.all.open', { count: counts.not_recorded })
            : t('attendance.all')}
        </button>
      </div>
    </div>
  )
}

/** The state of saving. Only problems, and their end, are read out. */
function SavingState({ view }: { view: RollView }) {
  const { t, language } = useMessages()
  const { saving, lost, keptAt, unkept } = view
  const troubled = saving === 'kept' || saving === 'refused'
  const text =
    lost && !troubled
      ? keptAt === undefined
        ? t('attendance.saving.lost')
        : t('attendance.saving.keptRoll', { time: formatTime(churchMoment(keptAt), language) })
      : saving === 'idle'
        ? ''
        : t(`attendance.saving.${saving === 'kept' && unkept ? 'unkept' : saving}`)
  return (
    <div className={classes.saving} data-saving={troubled || lost ? 'kept' : saving}>
      {(troubled || lost) && <IconCloudOff size={16} aria-hidden />}
      {!troubled && !lost && saving === 'saved' && <IconCheck size={16} stroke={2.25} aria-hidden />}
      <span role="status" aria-live={saving === 'saving' ? 'off' : 'polite'}>
        {text}
      </span>
    </div>
  )
}

function Refusals({ store, refusals }: { store: RollCallStore; refusals: readonly Refusal[] }) {
  const { t } = useMessages()
  return (
    refusals.length > 0 && (
      <div className={classes.messages}>
        <div>
          {refusals.slice(-MAX_TOLD).map((refusal) => (
            <p key={refusal.id}>
              {refusal.reason === 'changed_meanwhile'
                ? t('attendance.refused.changed', {
                    name: refusal.name,
                    state: t(`attendance.state.${refusal.state}`),
                  })
                : refusal.reason === 'not_found' && refusal.name === ''
                  ? t('attendance.refused.unknown')
                  : t(`attendance.refused.${refusal.reason}`, { name: refusal.name })}
            </p>
          ))}
          {refusals.length > MAX_TOLD && (
            <p>{t('attendance.refused.more', { count: refusals.length - MAX_TOLD })}</p>
          )}
        </div>
        <button
          type="button"
          aria-label={t('attendance.refused.dismiss')}
          onClick={() => store.dismissRefusals()}
        >
          <IconX size={18} aria-hidden />
        </button>
      </div>
    )
  )
}
