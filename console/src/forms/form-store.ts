/** What a person has changed in a form. Some forms hold more than this, such as files. */
export type FormContent<V> = { edits: Partial<V> }

/** The operations that every form needs on everything it holds. */
export type ContentSteps<V, C extends FormContent<V>> = {
  isDirty: (content: C) => boolean
  /** Removes everything from the form, in such a way that it can be put back. */
  setAside: (content: C) => C
  /** Puts content back into a form that starts with `loaded`; later changes of other fields stay. */
  putBack: (now: C, back: C, loaded: V) => C
  /** Removes everything from the form for good. */
  clear: (content: C) => C
  /** The content for a form that opens later, as if nothing had been done with it. */
  apart: (content: C) => C
}

export type FormStore<V, C extends FormContent<V> = FormContent<V>> = {
  steps: ContentSteps<V, C>
  subscribe: (listener: () => void) => () => void
  view: () => C
  change: (step: (content: C) => C) => void
  /** Cancels what is under way. */
  stop: () => void
  /** Called when nobody will use any of it any more. */
  close: () => void
}

/** The store of a form that holds nothing but its fields; its content is only their changes. */
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

/** Turns the content of the form into changes of the record as it is now in `loaded`. */
export function rebase<V, C extends FormContent<V>>({ steps, change }: FormStore<V, C>, loaded: V): void {
  change((content) => steps.putBack(steps.setAside(content), content, loaded))
}
