const texts = new WeakMap<object, string>()

/** Makes the JSON of an answer that will be sent more than once; the answer must not change any more. */
export function keepAnswer<Answer extends object>(answer: Answer): Answer {
  texts.set(answer, JSON.stringify(answer))
  return answer
}

/** The JSON of an answer that was kept. */
export function keptText(answer: object): string | undefined {
  return texts.get(answer)
}
