import { useId, useState, useSyncExternalStore } from 'react'
import { editField, type FieldErrors, shownErrors } from './form-draft.ts'
import { createFieldsStore, type FormContent, type FormStore } from './form-store.ts'

/**
 * The draft of a form: the loaded values, what was changed of them, and what is wrong. Fields complain once
 * they were left; `check` makes all of them complain and focuses the first that is wrong.
 */
export function useFormDraft<V extends object, C extends FormContent<V> = FormContent<V>>(
  loaded: V,
  /** The fields in the order shown. */
  order: readonly (keyof V & string)[],
  validate: (values: V) => FieldErrors<V>,
  /** What keeps the changes, where that is to outlive the page. */
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

  /** Changes what the form holds; a field that is changed is refused no more. */
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

  /** Shows at a field what is wrong with it beside what `validate` says. */
  const refuse = (field: keyof V & string, message: string) => {
    setRefused((current) => ({ ...current, [field]: message }))
    focus(field)
  }

  return {
    values,
    edits,
    dirty,
    /** The values as they are now, whatever they were when the page was last drawn. */
    valuesNow: (): V => ({ ...loaded, ...store.view().edits }),
    set: <F extends keyof V & string>(field: F, value: V[F]) => edit(field, () => value),
    /** Sets a field by what is in it now, whatever it was when the page was last drawn. */
    change: edit,
    step,
    /** What every field's control is given. */
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
    /** Shows what the server found wrong at the field that it named, if it named one of these. */
    refuseNamed(name: string | undefined, message: string) {
      const field = order.find((known) => known === name)
      if (field !== undefined) {
        refuse(field, message)
      }
    },
    /** Back to the loaded values. */
    reset(take = store.steps.clear) {
      store.change(take)
      setLeft(new Set())
      setSubmitted(false)
      setRefused({})
    },
    /** Puts changes back that a reset has taken off; what was changed since, of other fields, stays. */
    restore: (aside: Partial<V>) => store.change((now) => ({ ...now, edits: { ...now.edits, ...aside } })),
  }
}

export type FormDraft<V extends object, C extends FormContent<V> = FormContent<V>> = ReturnType<
  typeof useFormDraft<V, C>
>
