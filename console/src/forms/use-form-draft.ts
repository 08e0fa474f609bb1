import { useId, useState, useSyncExternalStore } from 'react'
import { editField, type FieldErrors, shownErrors } from './form-draft.ts'
import { createFieldsStore, type FormContent, type FormStore } from './form-store.ts'

/**
 * The draft of a form: the loaded values, the changes to them, and what is wrong. A field complains once it was left;
 * `check` makes all of them complain and focuses the first that is wrong.
 */
export function useFormDraft<V extends object, C extends FormContent<V> = FormContent<V>>(
  loaded: V,
  /** The fields in the order in which they are shown. */
  order: readonly (keyof V & string)[],
  validate: (values: V) => FieldErrors<V>,
  /** The store of the changes, if it has to outlive the page. */
  given?: FormStore<V, C>,
) {
  const prefix = useId()
  const [own] = useState(createFieldsStore<V, C>)
  const store = given ?? own
  const edits = useSyncExternalStore(store.subscribe, () => store.view().edits)
  const dirty = useSyncExternalStore(store.subscribe, () => store.steps.isDirty(store.view()))
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<FieldErrors<V>>({})

  const values: V = { ...loaded, ...edits }
  const errors = { ...shownErrors(validate(values), left, submitted), ...refused }
  const idOf = (field: keyof V & string) => `${prefix}-${field}`
  const focus = (field: keyof V & string) => document.getElementById(idOf(field))?.focus()

  /** Changes the content of the form; when a field changes, the server's refusal of it no longer counts. */
  const step = (next: (content: C) => C) => {
    const before = store.view().edits
    store.change(next)
    const after = store.view().edits
    setRefused((current) => {
      const entries = Object.entries(current)
      const kept = entries.filter(([field]) => before[field as keyof V] === after[field as keyof V])
      return Object.fromEntries(kept) as FieldErrors<V>
    })
  }
  const edit = <F extends keyof V & string>(field: F, next: (now: V[F]) => V[F]) =>
    step((content) => {
      const now = { ...loaded, ...content.edits }[field]
      return { ...content, edits: editField(loaded, content.edits, field, next(now)) }
    })

  /** Shows an error at a field, besides those that `validate` finds. */
  const refuse = (field: keyof V & string, message: string) => {
    setRefused((current) => ({ ...current, [field]: message }))
    focus(field)
  }

  return {
    values,
    edits,
    dirty,
    /** The present values, whatever they were when the page was last drawn. */
    valuesNow: (): V => ({ ...loaded, ...store.view().edits }),
    set: <F extends keyof V & string>(field: F, value: V[F]) => edit(field, () => value),
    /** Sets a field from its present value, whatever that was when the page was last drawn. */
    change: edit,
    step,
    /** The properties of every field's control. */
    field: (field: keyof V & string) => ({
      id: idOf(field),
      name: field,
      error: errors[field],
      onBlur: () => setLeft((current) => new Set(current).add(field)),
    }),
    check(): boolean {
      const wrong = validate({ ...loaded, ...store.view().edits })
      const first = order.find((field) => wrong[field] !== undefined)
      setSubmitted(true)
      if (first !== undefined) {
        focus(first)
      }
      return first === undefined
    },
    refuse,
    /** Shows an error of the server at the field that it named, if that is one of these. */
    refuseNamed(name: string | undefined, message: string) {
      const field = order.find((known) => known === name)
      if (field !== undefined) {
        refuse(field, message)
      }
    },
    /** Returns to the loaded values. */
    reset(take = store.steps.clear) {
      store.change(take)
      setLeft(new Set())
      setSubmitted(false)
      setRefused({})
    },
    /** Puts back the changes that a reset has removed; later changes of other fields stay. */
    restore: (aside: Partial<V>) => store.change((now) => ({ ...now, edits: { ...now.edits, ...aside } })),
  }
}

export type FormDraft<V extends object, C extends FormContent<V> = FormContent<V>> = ReturnType<
  typeof useFormDraft<V, C>
>
