/** What a person has changed in a form. A kind of form may hold more beside it, such as files. */
export type FormContent<V> = { edits: Partial<V> }

/** The steps that every form takes with all that it holds. */
export type ContentSteps<V, C extends FormContent<V>> = {
  isDirty: (content: C) => boolean
  /** Takes everything off the form, so that it can be put back. */
  setAside: (content: C) => C
  /** Puts content back onto a form that starts with `loaded`; what was changed since of other fields stays. */
  putBack: (now: C, back: C, loaded: V) => C
  /** Takes everything off the form for good. */
  clear: (content: C) => C
  /** The same for a form that opens later, as if nothing had been done with it. */
  apart: (content: C) => C
}

export type FormStore<V, C extends FormContent<V> = FormContent<V>> = {
  steps: ContentSteps<V, C>
  subscribe: (listener: () => void) => () => void
  view: () => C
  change: (step: (content: C) => C) => void
  /** Calls off what is under way. */
  stop: () => void
  /** Nobody goes on with any of it. */
  close: () => void
}

/** The store of a form that holds nothing but its fields, as `C` says of it where it says no more. */
export function createFieldsStore<V, C extends FormContent<V> = FormContent<V>>(): FormStore<V, C> {
  const store = createFormStore<V, FormContent<V>>(
    { edits: {} },
    {
      isDirty: ({ edits }) => Object.keys(edits).length > 0,
      setAside: () => ({ edits: {} }),
      putBack: (now, back) => ({ edits: { ...now.edits, ...back.edits } }),
      clear: () => ({ edits: {} }),
      apart: (content) => content,
    },
  )
  return { ...store, stop: () => undefined, close: () => undefined } as unknown as FormStore<V, C>
}

export function createFormStore<V, C extends FormContent<V>>(
  content: C,
  steps: ContentSteps<V, C>,
): Omit<FormStore<V, C>, 'stop' | 'close'> {
  let view = content
  const listeners = new Set<() => void>()
  return {
    steps,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => view,
    change(step) {
      view = step(view)
      for (const listener of listeners) {
        listener()
      }
    },
  }
}

/** Has what is in the form be changes of a record that is as `loaded` says by now. */
export function rebase<V, C extends FormContent<V>>({ steps, change }: FormStore<V, C>, loaded: V): void {
  change((content) => steps.putBack(steps.setAside(content), content, loaded))
}
