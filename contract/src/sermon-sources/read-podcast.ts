import type { MediaFormat } from '../sermons/media.ts'
import { plainLine, plainText } from './plain-text.ts'
import { readDate } from './read-date.ts'
import { readDuration } from './read-duration.ts'
import { attributeOf, readRss, textOf, type XmlElement } from './read-xml.ts'
import { addressIn, type SourceFile, type SourceSermon, UNKNOWN_SERMON } from './source-sermon.ts'

const RECORDING = /\.(mp3|m4a|m4b|aac|mp4|m4v|mov|webm|weba|ogg|oga|opus|wav|flac)$/i
const FILM = /\.(mp4|m4v|mov|webm)$/i
const NO_RECORDING = /\.(jpe?g|png|gif|webp|pdf|epub|docx?|zip|html?)$/i

/** Reads so many entries of a podcast's feed; undefined if it is none. `next` is where the further ones are. */
export async function readPodcast(
  pieces: AsyncIterable<string>,
  most = Number.POSITIVE_INFINITY,
): Promise<(SourceFile & { next: string }) | undefined> {
  const items: XmlElement[][] = []
  const { channel, isCutOff, isRss } = await readRss(pieces, ({ children }) => {
    items.push(children)
    return items.length < most
  })
  const said = {
    language: textOf(channel, 'language').toLowerCase(),
    author: plainLine(textOf(channel, 'itunes:author')),
  }
  return isRss
    ? {
        title: plainLine(textOf(channel, 'title')),
        sermons: items.map((item) => sermonOf(item, said)),
        isCutOff,
        next: addressIn(
          channel.find(({ name, attributes }) => name === 'atom:link' && attributes.rel === 'next')
            ?.attributes.href,
        ),
        isLocked: textOf(channel, 'podcast:locked').toLowerCase() === 'yes',
      }
    : undefined
}

function sermonOf(item: readonly XmlElement[], said: { language: string; author: string }): SourceSermon {
  const sound = playableOf(item)
  const recording = addressIn(sound.url)
  const date = textOf(item, 'pubdate') || textOf(item, 'dc:date')
  const { held, at } = readDate(date) ?? { held: '', at: null }
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
    held,
    at,
    speakers: [...new Set(named)].filter((name) => name !== ''),
    series: plainLine(attributeOf(item, 'podcast:season', 'name')),
    language: said.language,
    recording,
    media_format: formatOf(sound),
    duration: readDuration(textOf(item, 'itunes:duration')),
    picture: addressIn(attributeOf(item, 'itunes:image', 'href')),
    transcript: addressIn(transcriptOf(item)),
    chapters: addressIn(attributeOf(item, 'podcast:chapters', 'url')),
  }
}

/** The first file of an entry that is sound or film; if none says so, the first that doesn't say otherwise. */
function playableOf(item: readonly XmlElement[]): Record<string, string> {
  const groups = item.filter(({ name }) => name === 'media:group').flatMap(({ children }) => children)
  const files = [...item, ...groups]
    .filter(({ name, attributes }) => /^(enclosure|media:content)$/.test(name) && attributes.url)
    .sort((one, other) => Number(one.name !== 'enclosure') - Number(other.name !== 'enclosure'))
    .map(({ attributes }) => attributes)
  const [type, name] = [
    (file: Record<string, string>) => file.type ?? '',
    (file: Record<string, string>) => file.url?.split(/[?#]/)[0] ?? '',
  ]
  return (
    files.find((file) => /^(audio|video)\//i.test(type(file)) || RECORDING.test(name(file))) ??
    files.find(
      (file) => /^(application\/octet-stream|)$/i.test(type(file)) && !NO_RECORDING.test(name(file)),
    ) ??
    {}
  )
}

function formatOf({ type = '', url = '' }: Record<string, string>): MediaFormat {
  return /^video\//i.test(type) || (type === '' && FILM.test(url.split(/[?#]/)[0] ?? '')) ? 'video' : 'audio'
}

/** If there are several, the one that says when each thing is said. */
function transcriptOf(item: readonly XmlElement[]): string | undefined {
  const transcripts = item.filter(({ name }) => name === 'podcast:transcript')
  const best = [/vtt/i, /srt|subrip/i, /^text\/plain/i]
    .map((type) => transcripts.find(({ attributes }) => type.test(attributes.type ?? '')))
    .find((one) => one !== undefined)
  return best?.attributes.url
}
