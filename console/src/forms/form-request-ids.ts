/** The ids of requests: the same content again is the same request until it is answered, for an answer may be lost. */
export function createRequestIds() {
  let sent: { content: string; id: string } | undefined
  return {
    idOf(content: object): string {
      const text = JSON.stringify(content)
      if (sent?.content !== text) {
        sent = { content: text, id: crypto.randomUUID() }
      }
      return sent.id
    },
    /** From here on the same content is wanted once more. */
    answered() {
      sent = undefined
    },
  }
}
