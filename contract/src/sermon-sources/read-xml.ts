import { Parser } from 'htmlparser2'

/** An element with everything in it. Its name has the usual prefix of its namespace, whatever the file calls it. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  /** Its own text. */
  text: string
  children: XmlElement[]
}

const PREFIXES: [RegExp, string][] = [
  [/^http:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/i, 'itunes:'],
  [/podcastindex.*\/(namespace\/1\.0|namespace\/.*1\.0\.md)$/i, 'podcast:'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content:'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc:'],
  [/^http:\/\/www\.w3\.org\/2005\/Atom$/, 'atom:'],
  [/^http:\/\/search\.yahoo\.com\/mrss\/?$/, 'media:'],
  [/^http:\/\/wordpress\.org\/export\/[\d.]+\/$/, 'wp:'],
  [/^http:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/$/, 'excerpt:'],
]
/** No feed nests deeper, has more in one entry or channel, or says more in one element. */
const DEEPEST = 60
const MOST_CHILDREN = 20_000
const MOST_ATTRIBUTES = 200
const LONGEST_TEXT = 8 * 1024 * 1024

/**
 * Reads RSS as it comes in, however long: one entry at a time until `onItem` says that no more are wanted, and the rest
 * of the channel at the end. Bad XML in it is read as far as possible. Throws if it has more than any feed.
 */
export async function readRss(
  pieces: AsyncIterable<string>,
  onItem: (item: XmlElement) => boolean,
): Promise<{ channel: XmlElement[]; isCutOff: boolean; isRss: boolean }> {
  const open: XmlElement[] = []
  const channel: XmlElement[] = []
  /** The file's prefixes for the known namespaces, with the prefixes that these usually have. */
  const prefixes = new Map<string, string>()
  let root = ''
  let isClosed = false
  let isEnough = false
  let elements = 0
  let attributes = 0
  const bound = (number: number, most: number) => {
    if (number > most) {
      throw new Error('No feed has so much of this.')
    }
  }
  const usualName = (name: string) => {
    const [, prefix = '', local = ''] = /^([^:]*):(.+)$/.exec(name) ?? ['', '', name.toLowerCase()]
    return prefix === '' ? local : (prefixes.get(prefix) ?? `${prefix}:`) + local
  }
  const parser = new Parser(
    {
      onattribute() {
        attributes += 1
        bound(attributes, MOST_ATTRIBUTES)
      },
      onopentag(given, found) {
        attributes = 0
        elements += 1
        bound(elements, MOST_CHILDREN)
        for (const [attribute, uri] of Object.entries(found)) {
          const usual = PREFIXES.find(([namespace]) => namespace.test(uri))?.[1]
          if (attribute.startsWith('xmlns:') && usual !== undefined) {
            prefixes.set(attribute.slice('xmlns:'.length), usual)
          }
        }
        const name = usualName(given)
        root ||= name
        bound(open.length + 1, DEEPEST)
        open.push({ name, attributes: found, text: '', children: [] })
      },
      ontext(text) {
        const element = open.at(-1)
        if (element) {
          element.text += text
          bound(element.text.length, LONGEST_TEXT)
        }
      },
      onclosetag(_, isImplied) {
        const element = open.pop()
        const parent = open.at(-1)
        if (element === undefined || parent === undefined) {
          isClosed = !isImplied
        } else if (parent.name !== 'channel' || open.length > 2) {
          parent.children.push(element)
        } else if (element.name === 'item') {
          elements = channel.length
          isEnough = isEnough || !onItem(element)
        } else {
          channel.push(element)
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const piece of pieces) {
    parser.write(piece)
    if (isEnough || (root !== '' && root !== 'rss')) {
      break
    }
  }
  parser.end()
  return { channel, isCutOff: !isClosed && !isEnough, isRss: root === 'rss' }
}

/** The text of the first child of that name that has any. */
export function textOf(children: readonly XmlElement[], name: string): string {
  return children.find((child) => child.name === name && child.text.trim() !== '')?.text.trim() ?? ''
}

export function attributeOf(children: readonly XmlElement[], name: string, attribute: string): string {
  return children.find((child) => child.name === name)?.attributes[attribute]?.trim() ?? ''
}
