import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type RefObject, useEffect, useEffectEvent } from 'react'

const MARKS: Record<string, RollState> = { p: 'present', a: 'absent' }
/** The controls of a row, from left to right. */
const PARTS = ['[aria-expanded]', '[data-mark=present]', '[data-mark=absent]'] as const

type Keys = {
  /** Whether the roll takes no keys: it is closed, or something is about to open over it. */
  rests: () => boolean
  list: RefObject<HTMLElement | null>
  /** The children in the order shown. */
  ids: readonly number[]
  current: number | undefined
  /** Moves the cursor and the focus to a part of a child's row or, if it isn't there, to the row's first button. */
  goTo: (id: number, part?: string) => void
  /** Marks a child, and moves on to another one. */
  mark: (id: number, state: RollState, next: number) => void
  /** Returns the child whose mark was undone. */
  undo: () => number | undefined
  /** Shows everybody again. */
  leave: (() => void) | undefined
}

/**
 * P and A mark the child whose row has the focus and move on; U and Backspace undo; the arrows, Home and End move; and
 * Escape shows everybody again. Letters do nothing unless a row has the focus (WCAG 2.1.4), and no key does anything
 * while somebody types.
 */
export function useRollKeys({ rests, list, ids, current: cursor, goTo, mark, undo, leave }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && leave !== undefined && !rests() && !isBusy(event.target)) {
      event.preventDefault()
      leave()
      return
    }
    const focused = childAt(event.target, list.current)
    const current = focused ?? cursor
    const combined = event.ctrlKey || event.metaKey || event.altKey
    if (combined || current === undefined || rests() || isBusy(event.target)) {
      return
    }
    const at = ids.indexOf(current)
    const key = event.key.toLowerCase()
    const state = MARKS[key]
    const within = focused !== undefined
    if (within && state !== undefined && !event.repeat) {
      event.preventDefault()
      mark(current, state, ids[at + 1] ?? current)
    } else if (within && (key === 'u' || key === 'backspace') && !event.repeat) {
      event.preventDefault()
      const undone = undo()
      if (undone !== undefined && ids.includes(undone)) {
        goTo(undone)
      }
    } else if (within || event.target === document.body) {
      const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }
      const next = ids[steps[event.key as keyof typeof steps] ?? -1]
      const part = PARTS.findIndex((one) => event.target instanceof Element && event.target.matches(one))
      const aside = PARTS[part + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? Number.NaN)]
      if (next !== undefined) {
        event.preventDefault()
        goTo(next, PARTS[part])
      } else if (within && aside !== undefined) {
        event.preventDefault()
        goTo(current, aside)
      }
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The child in whose row an event has happened. */
function childAt(target: EventTarget | null, list: HTMLElement | null): number | undefined {
  const row = target instanceof Element && list?.contains(target) ? target.closest('[data-child]') : null
  return row === null ? undefined : Number(row.getAttribute('data-child'))
}

/** Whether somebody types, or a dialog is open over the roll. */
function isBusy(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog:modal, [popover]:popover-open') !== null ||
    (target instanceof HTMLElement &&
      (target.isContentEditable || target.closest('input, textarea, select') !== null))
  )
}
