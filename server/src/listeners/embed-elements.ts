/** The texts of the elements, by language tag. */
export type ElementTexts = Record<string, { play: string; more: string }>

/**
 * Defines `<vestry-sermon uuid="…">` (or `src`, the address of its page) and `<vestry-sermons>`, which lists the newest
 * sermons, or those of a `series`, `count` at a time. The content that a page has put into them is shown until the
 * sermons are loaded, and if they can't be.
 *
 * This runs on the pages of other sites: its own text is sent there, so it can use nothing but its arguments. If such a
 * site has a strict Content-Security-Policy, that must allow our server for scripts, connections, media and pictures.
 */
export function defineElements(server: string, texts: ElementTexts): void {
  type Sermon = {
    title: string
    date: string
    language: string
    speaker: string
    series?: string
    church?: string
    url: string
    image: string
    media: { url: string; kind: 'audio' | 'video' }
    captions?: string
  }
  type Part = Node | string

  const style = new CSSStyleSheet()
  style.replaceSync(`
    :host { display: block; margin: 0 0 1.5em; }
    :host([hidden]) { display: none; }
    ul { padding: 0; margin: 0; list-style: none; }
    li, div { margin: 0 0 1.25em; }
    p { margin: 0 0 .5em; }
    a { color: inherit; }
    .title { font-weight: 600; overflow-wrap: anywhere; }
    audio, video { display: block; width: 100%; }
    video { aspect-ratio: 16 / 9; background: #000; }
    button { min-height: 44px; padding: 0 1.25em; font: inherit; color: inherit; cursor: pointer; background: none;
      border: 1px solid; border-radius: .375em; }
    :focus-visible { outline: 2px solid; outline-offset: 2px; }
  `)

  function make<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Record<string, string>,
    ...parts: Part[]
  ): HTMLElementTagNameMap[Name] {
    const element = document.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) {
      element.setAttribute(attribute, value)
    }
    element.append(...parts)
    return element
  }

  function headOf({ title, language, url, date, ...sermon }: Sermon, reader: string): Part[] {
    const day = new Date(`${date.slice(0, 10)}T00:00:00Z`)
    const held = day.toLocaleDateString(reader, { timeZone: 'UTC', dateStyle: 'long' })
    const spoken = new Intl.DisplayNames(reader, { type: 'language' }).of(language)
    const facts = [sermon.speaker, held, sermon.series, spoken, sermon.church]
    return [
      make('p', { class: 'title', part: 'title', lang: language }, make('a', { href: url }, title)),
      make('p', { part: 'line' }, facts.filter(Boolean).join(' · ')),
    ]
  }

  function playerOf({ title, language, image, media, captions }: Sermon): HTMLMediaElement {
    const common = { controls: '', preload: 'none', part: 'player', 'aria-label': title }
    if (media.kind === 'audio') {
      return make('audio', { ...common, src: media.url })
    }
    const video = make('video', { ...common, playsinline: '', poster: image })
    if (captions !== undefined) {
      video.crossOrigin = 'anonymous'
      video.append(make('track', { kind: 'captions', src: captions, srclang: language }))
    }
    video.src = media.url
    return video
  }

  async function read<Answer>(address: URL | string, signal: AbortSignal): Promise<Answer> {
    const answer = await fetch(address, { signal, credentials: 'omit' })
    if (!answer.ok) {
      throw new Error(`${address} answered ${answer.status}`)
    }
    return (await answer.json()) as Answer
  }

  abstract class VestryElement extends HTMLElement {
    static observedAttributes = ['uuid', 'src', 'series', 'count', 'lang']
    readonly #root: ShadowRoot
    #loading = new AbortController()

    constructor() {
      super()
      this.#root = this.attachShadow({ mode: 'open' })
      this.#root.adoptedStyleSheets = [style]
      this.#root.append(document.createElement('slot'))
    }

    connectedCallback() {
      this.#loading.abort()
      this.#loading = new AbortController()
      void this.#show(this.#loading.signal)
    }

    disconnectedCallback() {
      this.#loading.abort()
    }

    attributeChangedCallback() {
      if (this.isConnected) {
        this.connectedCallback()
      }
    }

    /** The language of the surrounding page, and the texts in it. */
    reader() {
      const around = this.closest<HTMLElement>('[lang]')?.lang || navigator.language
      const [language = ''] = around.toLowerCase().split('-')
      const { play = '', more = '' } = texts[language] ?? texts.en ?? {}
      return { tag: language in texts ? around : 'en', play, more }
    }

    abstract load(signal: AbortSignal): Promise<HTMLElement>

    async #show(signal: AbortSignal) {
      try {
        const content = await this.load(signal)
        if (!signal.aborted) {
          this.#root.replaceChildren(content)
        }
      } catch (error) {
        if (!signal.aborted) {
          this.#root.replaceChildren(document.createElement('slot'))
          console.warn(`<${this.localName}> shows what is within it instead:`, error)
        }
      }
    }
  }

  class SermonElement extends VestryElement {
    async load(signal: AbortSignal) {
      const page = new URL(this.getAttribute('src') ?? server, document.baseURI)
      const uuid = this.getAttribute('uuid') ?? /\/sermons\/([0-9a-f-]{36})/.exec(page.pathname)?.[1]
      const sermon = await read<Sermon>(new URL(`/sermons/${uuid}.json`, page), signal)
      return make('div', {}, ...headOf(sermon, this.reader().tag), playerOf(sermon))
    }
  }

  class SermonsElement extends VestryElement {
    async load(signal: AbortSignal) {
      const address = new URL('/sermons.json', server)
      address.searchParams.set('limit', this.getAttribute('count') ?? '10')
      const series = this.getAttribute('series')
      if (series !== null) {
        address.searchParams.set('series', series)
      }
      const list = make('ul', { role: 'list' })
      const more = make('button', { type: 'button', part: 'button' }, this.reader().more)
      let next = await this.#append(list, address, signal)
      more.hidden = next === null
      more.addEventListener('click', async () => {
        const seen = list.children.length
        next = next && (await this.#append(list, next, signal).catch(() => next))
        more.hidden = next === null
        // The button may be gone: the focus moves on to the first sermon that was added.
        list.children[seen]?.querySelector('a')?.focus()
      })
      return make('section', {}, list, more)
    }

    /** Gives the address of those that follow. */
    async #append(list: HTMLElement, address: URL | string, signal: AbortSignal): Promise<string | null> {
      const { sermons, next } = await read<{ sermons: Sermon[]; next: string | null }>(address, signal)
      const { tag, play } = this.reader()
      for (const sermon of sermons) {
        const label = `${play}: ${sermon.title}`
        const button = make('button', { type: 'button', part: 'button', 'aria-label': label }, play)
        button.addEventListener('click', () => {
          const player = playerOf(sermon)
          button.replaceWith(player)
          player.focus()
          void player.play().catch(() => undefined)
        })
        list.append(make('li', { part: 'sermon' }, ...headOf(sermon, tag), button))
      }
      return next
    }
  }

  if (customElements.get('vestry-sermon') === undefined) {
    customElements.define('vestry-sermon', SermonElement)
    customElements.define('vestry-sermons', SermonsElement)
  }
}
