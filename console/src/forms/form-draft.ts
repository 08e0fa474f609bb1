/** The names of a form's fields, with what is wrong with each. */
export type FieldErrors<V> = { [Field in keyof V]?: string }

/**
 * The person's changes of the values that were loaded; a field that was changed back is not a change, nor is a
 * different order.
 */
export function editField<V extends object, F extends keyof V>(
  loaded: V,
  edits: Partial<V>,
  field: F,
  value: V[F],
): Partial<V> {
  const next = { ...edits, [field]: value }
  if (isSame(loaded[field], value)) {
    delete next[field]
  }
  return next
}

/** The errors that may be shown by now: those of fields that were left or, after a submit, all. */
export function shownErrors<V>(
  errors: FieldErrors<V>,
  left: ReadonlySet<keyof V>,
  all: boolean,
): FieldErrors<V> {
  const entries = Object.entries(errors).filter(([field]) => all || left.has(field as keyof V))
  return Object.fromEntries(entries) as FieldErrors<V>
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) {
    return Object.is(one, other)
  }
  return one.every((member) => other.includes(member)) || JSON.stringify(one) === JSON.stringify(other)
}
