/** What may have replaced the last acknowledged content, and how it can be asked for once more. */
type Open = { content: string | undefined; again: (() => Promise<unknown>) | undefined }

/**
 * What the clients were told. Acknowledged content must be there; of a write without a response, either the content
 * before it or all of its own, and never anything in between.
 */
export class Ledger<Content> {
  private readonly what: string
  private readonly settled = new Map<string, string>()
  private readonly open = new Map<string, Open>()
  private readonly unanswered: (() => Promise<unknown>)[] = []

  constructor(what: string) {
    this.what = what
  }

  /** The keys of what is certainly there. */
  keys(): string[] {
    return [...this.settled.keys()].filter((key) => !this.open.has(key))
  }

  get(key: string): Content | undefined {
    const content = this.settled.get(key)
    return content === undefined ? undefined : (JSON.parse(content) as Content)
  }

  /** Notes that `send` should leave `content` at `key`, or nothing; `again` says that it may be sent twice. */
  async write<Answer>(
    key: string,
    content: Content | undefined,
    send: () => Promise<Answer>,
    { again = false } = {},
  ): Promise<Answer> {
    const wanted = content === undefined ? undefined : JSON.stringify(content)
    const repeat = again ? () => this.write(key, content, send, { again }) : undefined
    this.open.set(key, { content: wanted, again: repeat })
    const answer = await send()
    this.put(key, wanted)
    return answer
  }

  /** Compares the notes with what was found, reports every difference, and goes on from what is there. */
  settle(found: Iterable<[key: string, content: Content]>): string[] {
    const breaches: string[] = []
    const seen = new Map<string, string>()
    for (const [key, content] of found) {
      if (seen.has(key)) {
        breaches.push(`${this.what} ${key} is there twice`)
      }
      seen.set(key, JSON.stringify(content))
    }
    for (const key of new Set([...seen.keys(), ...this.settled.keys(), ...this.open.keys()])) {
      const [is, was, open] = [seen.get(key), this.settled.get(key), this.open.get(key)]
      if (is !== was && (!open || is !== open.content)) {
        const maybe = open ? ` or, not answered, ${open.content ?? 'nothing'}` : ''
        breaches.push(
          `${this.what} ${key}: ${was ?? 'nothing'}${maybe} was to be there, not ${is ?? 'nothing'}`,
        )
      }
      this.put(key, is)
      if (open?.again) {
        this.unanswered.push(open.again)
      }
    }
    return breaches
  }

  /** Sends everything again, unchanged, that got no response and may be sent twice. */
  async repeat(): Promise<void> {
    for (const again of this.unanswered.splice(0)) {
      await again()
    }
  }

  private put(key: string, content: string | undefined) {
    this.open.delete(key)
    if (content === undefined) {
      this.settled.delete(key)
    } else {
      this.settled.set(key, content)
    }
  }
}
