import { CARD, copiesBeside, WIDE } from '@vestry/contract/files/poster-copies.ts'
import { playedPath } from '@vestry/contract/sermons/media.ts'
import { chapterTimes, readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { paragraphsOf } from '@vestry/contract/transcripts/transcript-paragraphs.ts'
import { Markup, markup } from '../http/markup.ts'
import { mediaTypeOf } from '../preaching/file-types.ts'
import { languageOf } from '../preaching/sermon-language.ts'
import {
  groupAddress,
  mediaAddress,
  OEMBED,
  PUBLIC_PAGES,
  sermonAddress,
  transcriptAddress,
} from './addresses.ts'
import { typedParagraphs } from './list-pages.ts'
import type { PublicSermon } from './listeners-sql.ts'
import { framePage, type Visit, wholeAddress } from './public-frame.ts'
import { readPublicTranscript } from './public-transcript.ts'

/** One sermon: its player, and all that belongs to it. */
export function sermonPage(visit: Visit, sermon: PublicSermon): string {
  const { t, dayOf, href, language, origin, files } = visit
  const { localizedname, event_datetime, description, passages, passages_read } = sermon
  const recording = mediaAddress(sermon, playedPath(sermon))
  const whole = wholeAddress(visit, recording)
  const copies = copiesBeside(sermon.small_poster_path ?? '')
  const poster = mediaAddress(sermon, copies?.wide ?? sermon.poster_path)
  const wholePoster = wholeAddress(visit, poster)
  const spoken = languageOf(sermon.language_id)
  const heard = [{ ...sermon, part: '' }, ...sermon.speakers]
  const summary = description.replace(/\s+/g, ' ').trim().slice(0, 300)
  const isVideo = sermon.media_format === 'video'
  const beside = besideOf(visit, sermon)
  return framePage(visit, {
    title: localizedname,
    description: summary || `${sermon.presenterName}, ${dayOf(event_datetime)}`,
    path: sermonAddress(sermon),
    preview: {
      type: isVideo ? 'video.other' : 'article',
      image: wholePoster,
      ...(copies && { imageSize: WIDE }),
      ...(isVideo ? { video: whole } : { audio: whole }),
    },
    embedding: `${OEMBED}?url=${encodeURIComponent(origin + sermonAddress(sermon))}`,
    about: aboutSermon(sermon, { origin, recording: whole, poster: wholePoster, summary }),
    content: markup`<article class="sermon${beside.length > 0 && ' parted'}">
<div>
<h1${spoken !== language && markup` lang="${spoken}"`}>${localizedname}</h1>
<ul class="facts" role="list">
<li class="fact"><time datetime="${event_datetime}">${dayOf(event_datetime)}</time></li>
${heard.map(
  ({
    preacher_id,
    presenterName,
    part,
  }) => markup`<li class="fact"><a href="${href(groupAddress('speakers', { id: preacher_id, name: presenterName }))}">${presenterName}</a>${part !== '' && ` (${part})`}</li>
`,
)}${
  sermon.series_id !== undefined &&
  markup`<li class="fact"><a href="${href(groupAddress('series', { id: sermon.series_id, name: sermon.series ?? '' }))}">${sermon.series}</a></li>
`
}${
  passages !== '' &&
  markup`<li class="fact"><a href="${href(PUBLIC_PAGES, { q: passages_read || passages })}">${passages_read || passages}</a></li>
`
}</ul>
${
  !isVideo &&
  markup`<img class="poster" src="${files}${poster}"${copies && markup` srcset="${files}${mediaAddress(sermon, copies.card)} ${CARD.width}w, ${files}${poster} ${WIDE.width}w" sizes="(min-width: 44em) 40em, 95vw" width="${WIDE.width}" height="${WIDE.height}"`} alt="">
`
}${playerOf(visit, sermon)}
<p class="links"><a href="${files}${recording}" download>${t('listeners.download')}</a>
${
  isVideo &&
  sermon.audio_path !== undefined &&
  markup`<a href="${files}${mediaAddress(sermon, sermon.audio_path)}" download>${t('listeners.downloadAudio')}</a>`
}</p>
<div${spoken !== language && markup` lang="${spoken}"`}>${typedParagraphs(description)}</div>
</div>
${
  beside.length > 0 &&
  markup`<div class="beside">
${beside}</div>
`
}${transcriptOf(visit, sermon)}</article>`,
  })
}

/** Shown beside the recording where there is room, and otherwise below it. */
function besideOf(visit: Visit, sermon: PublicSermon): Markup[] {
  const { t, href, files } = visit
  const { attachments, topics } = sermon
  const parts = [
    chaptersOf(visit, sermon),
    attachments.length > 0 &&
      markup`<h2>${t('listeners.attachments')}</h2>
<ul class="list" role="list">${attachments.map(({ path, title }) => markup`<li class="fact"><a href="${files}${mediaAddress(sermon, path)}">${title}</a></li>`)}</ul>
`,
    topics.length > 0 &&
      markup`<h2>${t('listeners.topics')}</h2>
<ul class="facts" role="list">${topics.map(({ id, topic }) => markup`<li class="fact"><a href="${href(groupAddress('topics', { id, name: topic }))}">${topic}</a></li>`)}</ul>
`,
  ]
  return parts.filter((part) => part instanceof Markup)
}

/** A chapter links into the recording: browsers play it from the time after the `#`. */
function chaptersOf({ t, files, language }: Visit, sermon: PublicSermon): Markup | undefined {
  const read = readChapters(sermon.chapters).chapters
  const recording = files + mediaAddress(sermon, playedPath(sermon))
  const spoken = languageOf(sermon.language_id)
  const times = chapterTimes(read)
  return read.length === 0
    ? undefined
    : markup`<h2>${t('listeners.chapters')}</h2>
<ol class="list" role="list"${spoken !== language && markup` lang="${spoken}"`}>${read.map(({ at, title }, place) => markup`<li class="fact chapter"><span class="dim">${times[place]}</span> <a href="${recording}#t=${at}">${title}</a></li>`)}</ol>
`
}

/** The browser's own player for its recording. */
export function playerOf({ files }: Pick<Visit, 'files'>, sermon: PublicSermon): Markup {
  const recording = files + mediaAddress(sermon, playedPath(sermon))
  return sermon.media_format === 'video'
    ? markup`<video controls preload="none" playsinline poster="${files}${mediaAddress(sermon, previewOf(sermon))}" src="${recording}" aria-label="${sermon.localizedname}">${captionsOf(sermon)}</video>`
    : markup`<audio controls preload="none" src="${recording}" aria-label="${sermon.localizedname}"></audio>`
}

/**
 * The path of the picture that other sites show of a sermon: as wide as link previews need, if there is such a copy.
 */
export function previewOf(sermon: { poster_path: string; small_poster_path?: string | undefined }): string {
  return copiesBeside(sermon.small_poster_path ?? '')?.wide ?? sermon.poster_path
}

/** What is said in a video, to be read while it plays. */
function captionsOf(sermon: PublicSermon): Markup | undefined {
  const language = languageOf(sermon.language_id)
  return readPublicTranscript(sermon)?.kind === 'timed'
    ? markup`<track kind="captions" src="${transcriptAddress(sermon)}" srclang="${language}" label="${sermon.language}">`
    : undefined
}

function transcriptOf({ t, language }: Visit, sermon: PublicSermon): Markup | undefined {
  const transcript = readPublicTranscript(sermon)
  const spoken = languageOf(sermon.language_id)
  return (
    transcript &&
    markup`<details><summary>${t('listeners.transcript')}</summary>
<div${spoken !== language && markup` lang="${spoken}"`}>${
      transcript.kind === 'plain'
        ? transcript.paragraphs.map(
            (text) => markup`<p>${text}</p>
`,
          )
        : paragraphsOf(transcript.cues).map(
            ({
              speaker,
              text,
            }) => markup`<p>${speaker !== undefined && markup`<b>${speaker}: </b>`}${text}</p>
`,
          )
    }</div></details>
`
  )
}

function aboutSermon(
  sermon: PublicSermon,
  {
    origin,
    recording,
    poster,
    summary,
  }: { origin: string; recording: string; poster: string; summary: string },
) {
  const { localizedname, event_datetime, duration, media_format } = sermon
  const media = {
    '@type': media_format === 'video' ? 'VideoObject' : 'AudioObject',
    name: localizedname,
    description: summary || localizedname,
    contentUrl: recording,
    thumbnailUrl: poster,
    uploadDate: event_datetime.slice(0, 10),
    encodingFormat: mediaTypeOf(playedPath(sermon)),
    ...(duration !== undefined && { duration: `PT${duration}S` }),
  }
  return {
    '@type': 'PodcastEpisode',
    name: localizedname,
    description: summary || localizedname,
    url: origin + sermonAddress(sermon),
    datePublished: event_datetime.slice(0, 10),
    inLanguage: languageOf(sermon.language_id),
    author: { '@type': 'Person', name: sermon.presenterName },
    associatedMedia: media,
    ...(sermon.series !== undefined && {
      partOfSeries: {
        '@type': 'PodcastSeries',
        name: sermon.series,
        url: origin + groupAddress('series', { id: sermon.series_id ?? 0, name: sermon.series }),
      },
    }),
  }
}
