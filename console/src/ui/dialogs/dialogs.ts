import { type ReactNode, useSyncExternalStore } from 'react'

export type Status = 'success' | 'error' | 'info' | 'warning'

export type Message = {
  status: Status
  title?: string
  message: string
  /** A text to be copied or read out completely, on a line of its own. */
  code?: string
  details?: readonly string[]
  /** The id of a request that failed on the server. */
  reference?: string | undefined
  /** A second button, such as Undo. */
  action?: string
}

/** A message that disappears by itself. */
export type Notice = {
  message: string
  action?: { label: string; run: () => Promise<unknown> }
}

export type Question = {
  title: string
  message?: string
  /** The verb of the button that proceeds. */
  yes: string
  /** The safe choice, focused first; Escape means it too. */
  no: string
  danger?: boolean
  /** A second, less prominent paragraph. */
  detail?: string
  /** Something that the question is about, shown below it. */
  content?: ReactNode
  /** A text that has to be typed before it can proceed; case, accents and punctuation don't matter. */
  match?: { label: string; text: string; wrong: string }
}

export type TextQuestion = Question & {
  textArea: {
    label: string
    value: string
    maxLength?: number
    onType?: (text: string) => void
  }
}

type Choice = {
  value: string
  label: string
  /** What choosing it means, in one sentence. */
  detail?: string | undefined
}

/** A question with a few ways to proceed, one of which is chosen. */
export type ChoiceQuestion = Question & {
  choice: { label: string; options: readonly Choice[]; value: string }
}

/** The content of a progress box; every part but the message may be missing. */
export type Progress = {
  message: string
  phase?: string
  /** From 0 to 1; without it the bar only says that something is going on. */
  fraction?: number
  /** Bytes per second. */
  speed?: number
  secondsLeft?: number
  onCancel?: (() => void) | undefined
  /** Offers to do something else meanwhile. */
  onAside?: (() => void) | undefined
  /** Shows the progress in the corner, where it covers nothing; with `failure` it has ended, for these reasons. */
  corner?: { title: string; failure?: readonly string[]; onOpen: () => void }
}

export type Overlay = { replace: (progress: Progress) => void; close: () => void }

export type OpenBox = { id: number } & (
  | { kind: 'message'; message: Message; answer: (acted?: boolean) => void }
  | { kind: 'notice'; notice: Notice; answer: () => void }
  | { kind: 'question'; question: AnyQuestion; answer: (text: string | undefined) => void }
  | { kind: 'progress'; progress: Progress }
)
export type AnyQuestion = Question | TextQuestion | ChoiceQuestion

let boxes: readonly OpenBox[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly OpenBox[]): void {
  boxes = next
  for (const listener of listeners) {
    listener()
  }
}

function close(id: number): void {
  show(boxes.filter((box) => box.id !== id))
}

function nextId(): number {
  lastId += 1
  return lastId
}

/** Closes every message and question, as if the person had cancelled each. */
export function closeAll(): void {
  for (const box of boxes) {
    if (box.kind !== 'progress') {
      box.answer(undefined)
    }
  }
}

/** Shows a message and resolves once the person has closed it, with whether they chose its action. */
export function showMessage(message: Message): Promise<boolean> {
  const id = nextId()
  return new Promise((resolve) => {
    const answer = (acted = false) => {
      close(id)
      resolve(acted)
    }
    show([...boxes, { id, kind: 'message', message, answer }])
  })
}

/** Shows a notice in place of the one before. */
export function showNotice(notice: Notice): void {
  const id = nextId()
  const others = boxes.filter((box) => box.kind !== 'notice')
  show([...others, { id, kind: 'notice', notice, answer: () => close(id) }])
}

/**
 * Asks and resolves with whether the person proceeded; with a text area, with the text in it; with a choice, with the
 * value chosen.
 */
export function confirm(question: TextQuestion): Promise<{ text: string } | false>
export function confirm(question: ChoiceQuestion): Promise<{ choice: string } | false>
export function confirm(question: Question): Promise<boolean>
export function confirm(question: AnyQuestion): Promise<{ text: string } | { choice: string } | boolean> {
  const id = nextId()
  return new Promise((resolve) => {
    const answer = (text: string | undefined) => {
      close(id)
      if (text === undefined) {
        resolve(false)
      } else if ('textArea' in question) {
        resolve({ text })
      } else {
        resolve('choice' in question ? { choice: text } : true)
      }
    }
    show([...boxes, { id, kind: 'question', question, answer }])
  })
}

/** Covers the screen while something goes on, until its `close` is called. */
export function showProgress(progress: Progress): Overlay {
  const id = nextId()
  show([...boxes, { id, kind: 'progress', progress }])
  return {
    replace: (next) =>
      show(boxes.map((box) => (box.id === id ? { id, kind: 'progress', progress: next } : box))),
    close: () => close(id),
  }
}

/** Shows `message` as long as `work` takes, and resolves or rejects like it. */
export async function whileShowing<T>(message: string, work: () => Promise<T>): Promise<T> {
  const overlay = showProgress({ message })
  try {
    return await work()
  } finally {
    overlay.close()
  }
}

/** Every message, question and progress box that is open. */
export function useOpenBoxes(): readonly OpenBox[] {
  return useSyncExternalStore(subscribe, () => boxes)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
