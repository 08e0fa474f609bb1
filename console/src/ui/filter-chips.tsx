import { IconX } from '@tabler/icons-react'
import { useWords } from '../words/use-words.ts'
import classes from './filter-chips.module.css'

export type FilterChip = { key: string; label: string; remove: () => void }

/** The filters that narrow a list just now, each of which can be taken off. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const { t } = useWords()
  if (chips.length === 0) {
    return null
  }
  return (
    <ul className={classes.chips} aria-label={t('ui.filter.active')}>
      {chips.map((chip) => (
        <li key={chip.key}>
          <button
            type="button"
            onClick={chip.remove}
            aria-label={t('ui.filter.remove', { name: chip.label })}
          >
            {chip.label}
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
