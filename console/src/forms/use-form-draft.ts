import { useId, useState } from 'react'
import { editField, type FieldErrors, shownErrors } from './form-draft.ts'

/**
 * The draft of a form: the loaded values, what was changed of them, and what is wrong. Fields complain once
 * they were left; `check` makes all of them complain and focuses the first that is wrong.
 */
export function useFormDraft<V extends object>(
  loaded: V,
  /** The fields in the order shown. */
  order: readonly (keyof V & string)[],
  validate: (values: V) => FieldErrors<V>,
) {
  const prefix = useId()
  const [edits, setEdits] = useState<Partial<V>>({})
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<FieldErrors<V>>({})

  const values: V = { ...loaded, ...edits }
  const errors = { ...shownErrors(validate(values), left, submitted), ...refused }
  const idOf = (field: keyof V & string) => `${prefix}-${field}`
  const focus = (field: keyof V & string) => document.getElementById(idOf(field))?.focus()

  const reset = () => {
    setEdits({})
    setLeft(new Set())
    setSubmitted(false)
    setRefused({})
  }

  /** Shows at a field what is wrong with it beside what `validate` says. */
  const refuse = (field: keyof V & string, message: string) => {
    setRefused((current) => ({ ...current, [field]: message }))
    focus(field)
  }

  return {
    values,
    edits,
    dirty: Object.keys(edits).length > 0,
    set<F extends keyof V & string>(field: F, value: V[F]) {
      setEdits((current) => editField(loaded, current, field, value))
      setRefused(({ [field]: _mended, ...others }) => others as FieldErrors<V>)
    },
    /** Sets a field by what is in it now, whatever it was when the page was last drawn. */
    change<F extends keyof V & string>(field: F, next: (now: V[F]) => V[F]) {
      setEdits((current) => editField(loaded, current, field, next({ ...loaded, ...current }[field])))
      setRefused(({ [field]: _mended, ...others }) => others as FieldErrors<V>)
    },
    /** What every field's control is given. */
    field: (field: keyof V & string) => ({
      id: idOf(field),
      name: field,
      error: errors[field],
      onBlur: () => setLeft((current) => new Set(current).add(field)),
    }),
    check(): boolean {
      const wrong = validate(values)
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
    reset,
    /** Puts changes back that a reset has taken off; what was changed since, of other fields, stays. */
    restore: (aside: Partial<V>) => setEdits((current) => ({ ...current, ...aside })),
  }
}

export type FormDraft<V extends object> = ReturnType<typeof useFormDraft<V>>
