import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { IconCheck, IconCircleDashed, IconX } from '../look/icons.ts'
import classes from './state-word.module.css'

const ICONS = { present: IconCheck, absent: IconX, not_recorded: IconCircleDashed }

/** A state by its shape and its word, or by its word alone. */
export function StateWord({ state, shape = true }: { state: RollState; shape?: boolean }) {
  const { t } = useMessages()
  const Icon = ICONS[state]
  return (
    <span className={classes.word} data-state={state}>
      {shape && <Icon size={16} stroke={2.25} aria-hidden />}
      {t(`attendance.state.${state}`)}
    </span>
  )
}
