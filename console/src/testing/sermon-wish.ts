import { isValidElement, type ReactNode } from 'react'
import { expect } from 'vitest'
import { buildMp3 } from '../../../server/src/testing/build-recording.ts'
import { fileNameOf } from '../preaching/form/upload-kinds.ts'
import type { PreachingFormState } from '../preaching/form/use-preaching-form.ts'

/** What the person wants to see in the form: a file by its content; nothing where they have not changed anything. */
export type Wish = { title?: string; recording?: string; poster?: string; attachments: readonly string[] }
export const NOTHING: Wish = { attachments: [] }

/** The bytes of a second of sound. */
const SECOND = 15_960
const TYPES = {
  rec: ['mp3', 'audio/mpeg'],
  poster: ['jpg', 'image/jpeg'],
  notes: ['pdf', 'application/pdf'],
} as const
export type FileKind = keyof typeof TYPES

/** A file whose size distinguishes it from the others: a recording by its seconds, the others by their names. */
export function makeFile(run: string, kind: FileKind, number: number): File {
  const [ending, type] = TYPES[kind]
  const name = `${run}-${kind}-${number}.${ending}`
  return new File([kind === 'rec' ? new Uint8Array(buildMp3(1 + (number % 4))) : name], name, { type })
}

/** The number of the file from which an object of the store was made; 0 if it is of none. */
export function numberOf(path: string): number {
  return Number(/-(?:rec|poster|notes)-(\d+)/.exec(path)?.[1] ?? 0)
}

/** The file from which an object of the store was made, even if another one had its name before. */
export function fileAt(path: string): string {
  return fileNameOf(path).replace(/(-(?:rec|poster|notes)-\d+)-\d+\./, '$1.')
}

/** An object of the store is the file that its name says. */
export function expectContent(key: string, size: number): void {
  const [, kind, number] = /-(rec|poster|notes)-(\d+)\./.exec(key) ?? []
  if (kind === 'rec') {
    expect(Math.round(size / SECOND), key).toBe(1 + (Number(number) % 4))
  } else if (kind !== undefined) {
    expect(size, key).toBe(fileAt(key).length)
  }
}

export const isDirty = ({ dirty, files }: PreachingFormState) => dirty || Object.keys(files).length > 0

/** What is put back, together with later choices for other fields. */
export function merge(now: Wish, back: Wish): Wish {
  const since = now.attachments.filter((one) => !back.attachments.includes(one))
  return { ...now, ...back, attachments: [...back.attachments, ...since] }
}

/** What the buttons in the form's notices do. */
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
