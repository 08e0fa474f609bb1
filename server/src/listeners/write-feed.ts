import { copiesBeside } from '@vestry/contract/files/poster-copies.ts'
import { readChapters, writeChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { type Markup, markup } from '../http/markup.ts'
import { feedTypeOf } from '../preaching/file-types.ts'
import { feedDateOf } from '../preaching/sermon-content.ts'
import { languageOf } from '../preaching/sermon-language.ts'
import {
  chaptersAddress,
  mediaAddress,
  type PublicServers,
  sermonAddress,
  transcriptAddress,
} from './addresses.ts'
import { typedParagraphs } from './list-pages.ts'
import type { FeedSermon } from './podcasts-sql.ts'

/** What a feed says of the podcast itself. */
export type Channel = {
  /** The addresses of the feed itself and of its page. */
  address: string
  page: string
  /** The servers that all addresses of pages and of files begin with. */
  servers: PublicServers
  title: string
  description: string
  author: string
  email: string
  language: string
  /** The address of its picture; empty where there is none. */
  artwork: string
  guid: string
  /** Whether its sermons are to be heard in order, from the first to the last. */
  isSerial: boolean
  timeZone: string
}

/** A sermon with everything that its entry in a feed needs. */
export type FeedItem = FeedSermon & { media_size: number; speakers: readonly string[] }

/** How many bytes a description may have. */
const LONGEST = 4000
/** How long a person's name may be. */
const LONGEST_NAME = 128

/** A podcast's feed: RSS 2.0 with the tags of Apple and of Podcasting 2.0. The newest sermon comes first. */
export function writeFeed(channel: Channel, items: readonly FeedItem[]): string {
  const { address, page, title, description, author, email, language, artwork, guid, isSerial } = channel
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${page}</link>
<atom:link href="${address}" rel="self" type="application/rss+xml"/>
<itunes:new-feed-url>${address}</itunes:new-feed-url>
<description>${describe(description)}</description>
<language>${language}</language>
<generator>Vestry</generator>
<itunes:author>${author}</itunes:author>
${
  email !== '' &&
  markup`<itunes:owner><itunes:name>${author}</itunes:name><itunes:email>${email}</itunes:email></itunes:owner>
`
}<itunes:category text="Religion &amp; Spirituality"><itunes:category text="Christianity"/></itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:type>${isSerial ? 'serial' : 'episodic'}</itunes:type>
${
  artwork !== '' &&
  markup`<itunes:image href="${artwork}"/>
<image><url>${artwork}</url><title>${title}</title><link>${page}</link></image>
`
}<podcast:guid>${guid}</podcast:guid>
<podcast:locked${email !== '' && markup` owner="${email}"`}>yes</podcast:locked>
<podcast:medium>podcast</podcast:medium>
${items.map((item, at) => itemOf(channel, item, items.length - at))}</channel>
</rss>
`.text
}

function itemOf({ servers, timeZone, isSerial }: Channel, item: FeedItem, number: number): Markup {
  const { uuid, localizedname, presenter, speakers, duration, transcribed, media_size } = item
  const chapters = readChapters(item.chapters).chapters
  const date = new Date(item.feed_date ?? feedDateOf(item, timeZone))
  const { square } = copiesBeside(item.small_poster_path) ?? {}
  const said = [item.description, writeChapters(chapters)].filter(Boolean).join('\n\n') || localizedname
  return markup`<item>
<title>${localizedname}</title>
<guid isPermaLink="false">${item.source_guid || uuid}</guid>
<pubDate>${date.toUTCString()}</pubDate>
<link>${servers.pages}${sermonAddress(item)}</link>
<description>${describe(said)}</description>
<enclosure url="${servers.files}${mediaAddress(item, item.path)}" length="${media_size}" type="${feedTypeOf(item)}"/>
<itunes:author>${presenter}</itunes:author>
<itunes:explicit>false</itunes:explicit>
${
  square !== undefined &&
  markup`<itunes:image href="${servers.files}${mediaAddress(item, square)}"/>
`
}${
  duration > 0 &&
  markup`<itunes:duration>${duration}</itunes:duration>
`
}${
  isSerial &&
  markup`<itunes:episode>${number}</itunes:episode>
`
}${[presenter, ...speakers].map(
  (name) => markup`<podcast:person>${name.slice(0, LONGEST_NAME)}</podcast:person>
`,
)}${
  transcribed === 1 &&
  markup`<podcast:transcript url="${servers.pages}${transcriptAddress(item)}" type="text/vtt" language="${languageOf(item.language_id)}"/>
`
}${
  chapters.length > 0 &&
  markup`<podcast:chapters url="${servers.pages}${chaptersAddress(item)}" type="application/json+chapters"/>
`
}</item>
`
}

/** A text as the HTML that programs show, cut to the allowed length. It is escaped once more in the feed. */
function describe(text: string): string {
  let bytes = LONGEST
  while (true) {
    const html = markup`${typedParagraphs(cutTo(bytes, text))}`.text
    const length = Buffer.byteLength(html)
    if (length <= LONGEST) {
      return html.trimEnd()
    }
    bytes = Math.floor((bytes * LONGEST) / length) - 1
  }
}

/** As much of a text as fits into this many bytes of UTF-8, up to the end of a word if there is one. */
export function cutTo(bytes: number, text: string): string {
  if (Buffer.byteLength(text) <= bytes) {
    return text
  }
  const cut = Buffer.from(text)
    .subarray(0, bytes - 4)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return `${cut.replace(/\s+\S*$/, '')} …`
}
