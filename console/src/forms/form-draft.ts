/** The names of a form's fields, with what is wrong with each. */
export type FieldErrors<V> = { [Field in keyof V]?: string }

/** What a person has changed of the values that were loaded; a field changed back is no change, nor is another order. */
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

/** Of all errors, those that may be shown by now: of the fields that were left, or all after a submit. */
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
