import { isValidElement, type ReactNode } from 'react'
import type { PreachingFormState } from '../preaching/use-preaching-form.ts'

/** What the person wants to see in the form: a file by its content; nothing where they have not touched it. */
export type Wish = { title?: string; recording?: string; poster?: string; attachments: readonly string[] }
export const NOTHING: Wish = { attachments: [] }

export const isDirty = ({ dirty, files }: PreachingFormState) => dirty || Object.keys(files).length > 0

/** What is put back, with what was chosen since for other fields. */
export function merge(now: Wish, back: Wish): Wish {
  const since = now.attachments.filter((one) => !back.attachments.includes(one))
  return { ...now, ...back, attachments: [...back.attachments, ...since] }
}

/** What the buttons of the form's notices do. */
export function actionsOf(node: ReactNode): (() => void)[] {
  if (Array.isArray(node)) {
    return node.flatMap(actionsOf)
  }
  if (!isValidElement<Notice>(node)) {
    return []
  }
  const { action, children, notices = [] } = node.props
  const putBack = notices.flatMap((notice) => notice?.putBack?.run ?? [])
  return [...putBack, ...(action ? [action.run] : []), ...actionsOf(children)]
}
type Notice = {
  action?: { run: () => void }
  children?: ReactNode
  notices?: readonly ({ putBack?: { run: () => void } } | undefined)[]
}
