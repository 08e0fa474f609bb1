import { MESSAGE_LANGUAGES, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { Markup, markup } from '../http/markup.ts'
import { formatDay, formatMessage, type ServerMessageKey } from '../server-messages.ts'
import { FEED, GROUPS, PUBLIC_PAGES } from './addresses.ts'
import { STYLE, STYLE_HASH } from './style-sheet.ts'

/** The church whose pages these are. */
export type PublicChurch = {
  name: string
  /** The address of the logo's picture; empty where there is none. */
  logo: string
  /** The church's own website; empty where there is none. */
  website: string
  accent: string
}

/** One visit to the public pages: of which church, in which language, and how its texts are written. */
export type Visit = {
  church: PublicChurch
  language: MessageLanguage
  /** Whether the address names the language; then the addresses of its links do so too. */
  chosen: boolean
  /** The address without its path, such as `https://sermons.example.org`. */
  origin: string
  /** What the addresses of files begin with: nothing while they are on the same server. */
  files: string
  t(key: ServerMessageKey, values?: Record<string, string | number>): string
  /** A day such as `3 May 2026`. */
  dayOf(wallClock: string): string
  /** An address of these pages, in the language of this visit. */
  href(path: string, query?: Record<string, string | number | undefined>): string
}

export function createVisit({
  church,
  origin,
  files,
  language,
  chosen,
}: Pick<Visit, 'church' | 'origin' | 'files' | 'language' | 'chosen'>): Visit {
  return {
    church,
    language,
    chosen,
    origin,
    files,
    t: (key, values) => formatMessage(language, key, values),
    dayOf: (wallClock) => formatDay(language, wallClock),
    href: (path, query = {}) => addressOf(path, { ...query, ...(chosen && { lang: language }) }),
  }
}

/**
 * No script runs on a page, the only style is ours, and nothing is loaded from elsewhere except files from the server
 * that passes them on.
 */
export function pagePolicy({ files }: Pick<Visit, 'files'>): string {
  const from = files === '' ? "'self'" : `'self' ${files}`
  return `default-src 'none'; style-src ${STYLE_HASH}; img-src ${from}; media-src ${from}; base-uri 'none'`
}

/** The whole address of a file, which other sites need. */
export function wholeAddress({ origin, files }: Pick<Visit, 'origin' | 'files'>, address: string): string {
  return (files || origin) + address
}

function addressOf(path: string, query: Record<string, string | number | undefined>): string {
  const known = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  )
  const params = new URLSearchParams(known.map(([name, value]) => [name, String(value)]))
  return params.size === 0 ? path : `${path}?${params}`
}

export type Page = {
  title: string
  /** What search engines and link previews say of the page. */
  description: string
  /** The page's one address, without a language. */
  path: string
  query?: Record<string, string | number | undefined>
  /** The picture and recording that link previews show beside the title, by whole addresses. */
  preview?: {
    type: string
    image?: string | undefined
    imageSize?: { width: number; height: number }
    audio?: string | undefined
    video?: string | undefined
  }
  /** What the page is about, in the vocabulary of schema.org. */
  about?: Record<string, unknown>
  /** Where other programs can ask how to show it in a frame. */
  embedding?: string
  content: Markup
}

/** A whole page: its head, the navigation, and the content. */
export function framePage(visit: Visit, page: Page): string {
  const { church, language, origin, t, href } = visit
  const { title, description, path, query = {}, preview, about, embedding } = page
  const canonical = origin + addressOf(path, query)
  const name = church.name || t('listeners.sermons')
  const properties = {
    'og:site_name': name,
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:type': preview?.type ?? 'website',
    'og:locale': language,
    'og:image': preview?.image,
    'og:image:width': preview?.imageSize?.width,
    'og:image:height': preview?.imageSize?.height,
    'og:audio': preview?.audio,
    'og:video': preview?.video,
  }
  const otherLanguages = Object.entries(MESSAGE_LANGUAGES).map(
    ([lang, { name: own }]) =>
      lang !== language &&
      markup`<a class="link" lang="${lang}" hreflang="${lang}" href="${addressOf(path, { ...query, lang })}">${own}</a>`,
  )
  return markup`<!doctype html>
<html lang="${language}" dir="${MESSAGE_LANGUAGES[language].direction}" class="${church.accent}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${canonical}">
<link rel="alternate" hreflang="x-default" href="${canonical}">
${Object.keys(MESSAGE_LANGUAGES).map(
  (
    lang,
  ) => markup`<link rel="alternate" hreflang="${lang}" href="${origin}${addressOf(path, { ...query, lang })}">
`,
)}<link rel="alternate" type="application/rss+xml" title="${name}" href="${FEED}">
${STYLE}
${Object.entries(properties).map(
  ([property, content]) =>
    content !== undefined &&
    markup`<meta property="${property}" content="${content}">
`,
)}${
  embedding !== undefined &&
  markup`<link rel="alternate" type="application/json+oembed" title="${title}" href="${origin}${embedding}">
`
}${about !== undefined && jsonOf(about)}</head>
<body>
<a class="skip" href="#content">${t('listeners.skip')}</a>
<header>
<a class="church" href="${href(PUBLIC_PAGES)}">${church.logo !== '' && markup`<img class="logo" src="${church.logo}" alt="" height="40">`}<span>${name}</span></a>
<nav aria-label="${t('listeners.menu')}"><ul class="menu">${[...GROUPS, 'passages' as const].map((group) => markup`<li><a class="link" href="${href(`${PUBLIC_PAGES}/${group}`)}"${currentOf(`${PUBLIC_PAGES}/${group}`, path)}>${t(`listeners.${group}`)}</a></li>`)}</ul></nav>
</header>
<main id="content">
${page.content}
</main>
<footer>
${
  church.website !== '' &&
  markup`<a class="link" href="${church.website}">${t('listeners.home', { church: name })}</a>
`
}<a class="link" href="${FEED}">${t('listeners.podcast')}</a>
${otherLanguages}
</footer>
</body>
</html>
`.text
}

/** Marks the menu entry of this page, or of the list to which it belongs. */
function currentOf(entry: string, path: string): Markup | undefined {
  return path === entry
    ? markup` aria-current="page"`
    : path.startsWith(`${entry}/`)
      ? markup` aria-current="true"`
      : undefined
}

/** Data about the page, which no browser runs; nothing in it can close its element. */
function jsonOf(about: Record<string, unknown>): Markup {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c')
  return new Markup(`<script type="application/ld+json">${json}</script>\n`)
}
