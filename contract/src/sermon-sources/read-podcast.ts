import type { MediaFormat } from '../media.ts'
import { plainLine, plainText } from './plain-text.ts'
import { readDuration } from './read-duration.ts'
import { attributeOf, readRss, textOf, type XmlElement } from './read-xml.ts'
import { addressIn, type SourceFile, type SourceSermon, UNKNOWN_SERMON } from './source-sermon.ts'

/** Reads the feed of a podcast; undefined for what is none. */
export async function readPodcast(pieces: AsyncIterable<string>): Promise<SourceFile | undefined> {
  const items: XmlElement[] = []
  const { channel, isCutOff, isRss } = await readRss(pieces, (item) => items.push(item))
  const said = {
    language: textOf(channel, 'language').toLowerCase(),
    author: plainLine(textOf(channel, 'itunes:author')),
  }
  return isRss
    ? {
        title: plainLine(textOf(channel, 'title')),
        sermons: items.map(({ children }) => sermonOf(children, said)),
        isCutOff,
        isLocked: textOf(channel, 'podcast:locked').toLowerCase() === 'yes',
      }
    : undefined
}

function sermonOf(item: readonly XmlElement[], said: { language: string; author: string }): SourceSermon {
  const recording = addressIn(attributeOf(item, 'enclosure', 'url'))
  const published = Date.parse(textOf(item, 'pubDate') || textOf(item, 'pubdate') || textOf(item, 'dc:date'))
  const people = item
    .filter(
      ({ name, attributes }) => name === 'podcast:person' && /^(host|guest|)$/i.test(attributes.role ?? ''),
    )
    .map(({ text }) => plainLine(text))
  const author = plainLine(textOf(item, 'itunes:author') || textOf(item, 'dc:creator'))
  const named = people.length > 0 ? people : [author === said.author ? '' : author]
  return {
    ...UNKNOWN_SERMON,
    guid: textOf(item, 'guid') || recording,
    title: plainLine(textOf(item, 'title') || textOf(item, 'itunes:title')),
    description: plainText(
      textOf(item, 'content:encoded') || textOf(item, 'description') || textOf(item, 'itunes:summary'),
    ),
    at: Number.isFinite(published) ? published : null,
    speakers: [...new Set(named)].filter((name) => name !== ''),
    series: plainLine(attributeOf(item, 'podcast:season', 'name')),
    language: said.language,
    recording,
    media_format: formatOf(attributeOf(item, 'enclosure', 'type')),
    duration: readDuration(textOf(item, 'itunes:duration')),
    picture: addressIn(attributeOf(item, 'itunes:image', 'href')),
    transcript: addressIn(transcriptOf(item)),
    chapters: addressIn(attributeOf(item, 'podcast:chapters', 'url')),
  }
}

function formatOf(type: string): MediaFormat {
  return /^video\//i.test(type) ? 'video' : 'audio'
}

/** The one that says when what is said, where there are several. */
function transcriptOf(item: readonly XmlElement[]): string | undefined {
  const transcripts = item.filter(({ name }) => name === 'podcast:transcript')
  const best = [/vtt/i, /srt|subrip/i, /^text\/plain/i]
    .map((type) => transcripts.find(({ attributes }) => type.test(attributes.type ?? '')))
    .find((one) => one !== undefined)
  return best?.attributes.url
}
