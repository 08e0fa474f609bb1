import { useEffect, useRef } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { IconX } from '../look/icons.ts'
import classes from './filter-chips.module.css'

export type FilterChip = { key: string; label: string; remove: () => void }

/** The filters that narrow a list at present; each can be removed. */
export function FilterChips(props: {
  chips: readonly FilterChip[]
  /** Moves the focus once the last chip is removed. */
  onLastRemoved: () => void
}) {
  const { t } = useMessages()
  const list = useRef<HTMLUListElement>(null)
  const { chips } = props
  // Chips that were removed but are still drawn: the focus must not go to any of them.
  const going = useRef(new Set<string>())
  useEffect(() => {
    going.current = new Set(chips.map(({ key }) => key).filter((key) => going.current.has(key)))
  })
  if (chips.length === 0) {
    return null
  }
  const remove = (chip: FilterChip, index: number) => {
    going.current.add(chip.key)
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const stays = (_: unknown, at: number) => going.current.has(chips[at]?.key ?? '') === false
    const after = buttons.findIndex((button, at) => at > index && stays(button, at))
    const neighbour = buttons[after] ?? buttons.findLast(stays)
    chip.remove()
    if (neighbour === undefined) {
      props.onLastRemoved()
    } else {
      neighbour.focus()
    }
  }
  return (
    <ul ref={list} className={classes.chips} aria-label={t('ui.filter.active')}>
      {chips.map((chip, index) => (
        <li key={chip.key}>
          <button
            type="button"
            onClick={() => remove(chip, index)}
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
