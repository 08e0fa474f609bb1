/**
 * The ids of requests: the same content sent again is the same request until it is answered, since a response may be
 * lost.
 */
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
    /** From here on, the same content is a new request. */
    answered() {
      sent = undefined
    },
  }
}
