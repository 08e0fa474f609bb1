import { WIDE } from '@vestry/contract/files/poster-copies.ts'
import { MESSAGE_LANGUAGES } from '@vestry/contract/messages/message-languages.ts'
import { type Markup, markup } from '../http/markup.ts'
import { languageOf } from '../preaching/sermon-language.ts'
import { nameOfLanguage } from '../server-messages.ts'
import { embedAddress, mediaAddress, sermonAddress } from './addresses.ts'
import type { PublicSermon } from './listeners-sql.ts'
import { type Visit, wholeAddress } from './public-frame.ts'
import { playerOf, previewOf } from './public-sermon.ts'
import { STYLE } from './style-sheet.ts'

/** The width and height of a player where nobody asks for others, in pixels. */
const SIZES = { audio: { width: 600, height: 180 }, video: { width: 640, height: 440 } }

/** The player of a sermon, for a frame on any site: no script, no cookie, and nothing is kept. */
export function embedPage(visit: Visit, sermon: PublicSermon): string {
  const { church, language, origin, dayOf } = visit
  const { localizedname, presenterName, event_datetime } = sermon
  const spoken = languageOf(sermon.language_id)
  const facts = [
    presenterName,
    dayOf(event_datetime),
    sermon.series ?? '',
    nameOfLanguage(language, spoken),
    church.name,
  ].filter((fact) => fact !== '')
  return frameEmbedded(visit, {
    title: localizedname,
    more: markup`<link rel="canonical" href="${origin}${sermonAddress(sermon)}">
`,
    content: markup`<h1 class="title"${spoken !== language && markup` lang="${spoken}"`}><a href="${origin}${sermonAddress(sermon)}" target="_blank" rel="noopener">${localizedname}</a></h1>
<p class="line">${facts.join(' · ')}</p>
${playerOf(visit, sermon)}`,
  })
}

/** Shown in a frame whose sermon is no longer public. */
export function missingEmbedding(visit: Visit): string {
  const { t } = visit
  return frameEmbedded(visit, {
    title: t('listeners.notFound'),
    content: markup`<h1 class="title">${t('listeners.notFound')}</h1>
<p class="line">${t('listeners.notFound.why')}</p>`,
  })
}

function frameEmbedded(
  { church, language }: Visit,
  { title, more, content }: { title: string; more?: Markup; content: Markup },
): string {
  return markup`<!doctype html>
<html lang="${language}" dir="${MESSAGE_LANGUAGES[language].direction}" class="${church.accent}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
${more}${STYLE}
</head>
<body class="embedded">
<main>
${content}
</main>
</body>
</html>
`.text
}

/** What oEmbed 1.0 tells a program that shows a sermon by its address, within these sizes. */
export function describeEmbedding(
  visit: Pick<Visit, 'church' | 'origin' | 'files'>,
  sermon: PublicSermon,
  most: { width: number; height: number },
) {
  const { church, origin } = visit
  const { localizedname, presenterName, media_format } = sermon
  const width = Math.min(SIZES[media_format].width, most.width)
  const height = Math.min(SIZES[media_format].height, most.height)
  const frame = markup`<iframe src="${origin}${embedAddress(sermon)}" width="${width}" height="${height}" title="${localizedname}" style="border:0" loading="lazy" allowfullscreen></iframe>`
  return {
    version: '1.0',
    type: media_format === 'video' ? 'video' : 'rich',
    title: localizedname,
    author_name: presenterName,
    provider_name: church.name,
    provider_url: origin,
    html: frame.text,
    width,
    height,
    thumbnail_url: wholeAddress(visit, mediaAddress(sermon, previewOf(sermon))),
    ...(previewOf(sermon) !== sermon.poster_path && {
      thumbnail_width: WIDE.width,
      thumbnail_height: WIDE.height,
    }),
  }
}
