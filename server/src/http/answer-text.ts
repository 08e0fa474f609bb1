const texts = new WeakMap<object, string>()

/** Makes the JSON of an answer that will be sent more than once; the answer must not change any more. */
export function keepText<Answer extends object>(answer: Answer): Answer {
  texts.set(answer, JSON.stringify(answer))
  return answer
}

/** The JSON of an answer. Its shape is the compiler's business, and the tests': checking it here costs more than all else. */
export function textOf(answer: unknown): string {
  return texts.get(answer as object) ?? JSON.stringify(answer)
}
