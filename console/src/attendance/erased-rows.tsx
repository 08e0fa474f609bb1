import type { Roll } from '@vestry/contract/calls/attendance.ts'
import { useMessages } from '../messages/use-messages.ts'
import classes from './erased-rows.module.css'
import { StateWord } from './state-word.tsx'

const ORDER = ['present', 'absent', 'not_recorded'] as const

/** What is left of erased children in a class: how many had which state. */
export function ErasedRows({ erased }: Pick<Roll, 'erased'>) {
  const { t } = useMessages()
  return (
    erased && (
      <ul className={classes.list} aria-label={t('attendance.erased', { count: countErased(erased) })}>
        {ORDER.map(
          (state) =>
            erased[state] > 0 && (
              <li key={state}>
                <span>{t('attendance.erased', { count: erased[state] })}</span>
                <StateWord state={state} />
              </li>
            ),
        )}
      </ul>
    )
  )
}

export function countErased(erased: Roll['erased']): number {
  const { present = 0, absent = 0, not_recorded = 0 } = erased ?? {}
  return present + absent + not_recorded
}
