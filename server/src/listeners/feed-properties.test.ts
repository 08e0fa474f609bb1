import fc from 'fast-check'
import { parseFeed } from 'podcast-partytime'
import { expect, test } from 'vitest'
import { checkSermon } from './check-feed.ts'
import { type Channel, type FeedItem, writeFeed } from './write-feed.ts'

const PIECES = [
  ...[
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '</item>',
    '<script>',
    '&amp;',
    '&#0;',
    '&#x1F3BA;',
    '&bogus;',
    '<?xml',
  ],
  ...[
    '\0',
    '\u0008',
    '\u000b',
    '\u2028',
    '\ufffe',
    '\ud800',
    '🎺',
    '👩‍👩‍👧',
    'é',
    'e\u0301',
    '‮',
    '"',
    "'",
    '\n',
    '\t',
  ],
]
/** Texts that somebody might type into a field, paste, or send. */
const typed = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 12 }), fc.string()), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''))
const sermon = fc.record({
  ...{
    uuid: fc.uuid(),
    localizedname: typed,
    description: typed,
    presenter: typed,
    chapters: fc.constant(''),
  },
  ...{
    media_format: fc.constantFrom('audio' as const, 'video' as const),
    language_id: fc.constantFrom(1, 2),
  },
  path: fc.constantFrom('preaching/2026/a.mp3', 'preaching/2026/ñ & "b".m4a', 'preaching/2026/<c>.mp4'),
  ...{
    duration: fc.nat(20_000),
    media_size: fc.integer({ min: 1, max: 2 ** 40 }),
    speakers: fc.array(typed),
  },
  feed_date: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  transcribed: fc.constantFrom(0, 1),
  source_guid: fc.constantFrom('', 'https://elsewhere.example/?p=7&x=<y>'),
  small_poster_path: fc.constantFrom('', 'images/a.jpg.sizes/320-wide-square.webp'),
})

/** The words of a text as a reader shows them: without characters that XML doesn't allow, and with any spacing. */
const wordsOf = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(.*?);/g, (_entity, name: string) => signs[name] ?? fail(name))
}

function fail(name: string): never {
  throw new Error(`XML has no entity ${name}`)
}

/** The reader takes texts for HTML and decodes them once more, which our feed doesn't ask for. */
function expectRead(read: string | undefined, text: string) {
  if (!text.includes('&')) {
    expect(wordsOf(read ?? '')).toBe(wordsOf(text))
  }
}

test('whatever is typed, an independent reader finds each sermon with its title, guid, date and recording', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(sermon, { maxLength: 4, selector: ({ uuid }) => uuid }),
      typed,
      (sermons, title) => {
        const address = 'https://sermons.example.org'
        const servers = { pages: address, files: address }
        const channel: Channel = {
          ...{
            servers,
            address: `${address}/podcast.xml`,
            page: address,
            title: `T ${title}`,
            description: title,
          },
          ...{
            author: `A ${title}`,
            email: 'office@example.org',
            language: 'en',
            artwork: `${address}/a.jpg`,
          },
          ...{ guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810', isSerial: false, timeZone: 'UTC' },
        }
        const items = sermons.map(
          (one, id): FeedItem => ({
            ...{ ...one, id, localizedname: `S ${one.localizedname}`, event_datetime: '2026-05-03T10:30:00' },
            publish_at: 0,
          }),
        )
        const written = writeFeed(channel, items)
        expect(written).toMatch(/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u)
        const feed = parseFeed(written, { allowMissingGuid: false })
        const titles = [...written.matchAll(/^<title>([^<]*)<\/title>$/gm)].map(([, text = '']) =>
          unescaped(text),
        )
        expect(titles).toHaveLength(items.length + 1)
        expectRead(feed?.title, channel.title)
        expect(feed?.items.map(({ guid }) => guid)).toEqual(
          items.map(({ uuid, source_guid }) => source_guid || uuid),
        )
        for (const [at, item] of items.entries()) {
          const entry = feed?.items[at]
          expect(['no_duration', undefined]).toContain(checkSermon(item))
          expect(wordsOf(titles[at + 1] ?? '')).toBe(wordsOf(item.localizedname))
          expectRead(entry?.title, item.localizedname)
          expect(entry?.pubDate?.getTime()).toBe(Math.floor((item.feed_date ?? 0) / 1000) * 1000)
          expect(entry?.enclosure.length).toBe(item.media_size)
          const { pathname } = new URL(entry?.enclosure.url ?? '')
          expect(pathname).toMatch(/^\/media\/[0-9a-f-]{36}\/[0-9a-f]{12}\/[a-z0-9-]+\.(mp3|m4a|mp4)$/)
          expect(entry?.itunesImage?.endsWith('/square.jpg')).toBe(item.small_poster_path ? true : undefined)
        }
      },
    ),
    { numRuns: 300 },
  )
})
