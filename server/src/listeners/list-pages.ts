import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { CARD, copiesBeside } from '@vestry/contract/files/poster-copies.ts'
import { type Markup, markup } from '../http/markup.ts'
import { languageOf } from '../preaching/sermon-language.ts'
import { nameOfLanguage } from '../server-messages.ts'
import { type Group, groupAddress, mediaAddress, PUBLIC_PAGES, sermonAddress } from './addresses.ts'
import type { Named } from './listeners-sql.ts'
import { framePage, type Page, type Visit, wholeAddress } from './public-frame.ts'

export const PAGE_SIZE = 24

export type Listed = { results: PreachingItem[]; totalCount: number }
type Picture = { address: string; size?: { width: number; height: number } }
/** The filters of the sermons, as they stand in an address. */
type Asked = { q: string | undefined }
type Place = { path: string; asked: Partial<Asked>; page: number }

/** The sermons that a search finds, or the newest ones. */
export function sermonsPage(
  visit: Visit,
  listed: Listed,
  { asked, page }: { asked: Asked; page: number },
): string {
  const { t, church, language, chosen } = visit
  const { q: search } = asked
  const place = { path: PUBLIC_PAGES, asked, page }
  const title = search === undefined ? t('listeners.sermons') : t('listeners.found', { search })
  return framePage(visit, {
    title: page === 1 ? title : `${title} (${page})`,
    description:
      church.name === '' ? t('listeners.sermons') : t('listeners.feed.description', { church: church.name }),
    ...addressOf(place),
    content: markup`<h1>${search === undefined ? t('listeners.latest') : title}</h1>
${
  (search !== undefined || listed.totalCount > 0) &&
  markup`<form role="search" action="${PUBLIC_PAGES}"><div><label for="q">${t('listeners.search')}</label>
<input id="q" name="q" type="search" maxlength="200" value="${search ?? ''}" placeholder="${t('listeners.search.hint')}"></div>
<button>${t('listeners.search.submit')}</button>${chosen && markup`<input type="hidden" name="lang" value="${language}">`}</form>
`
}${
  search !== undefined &&
  listed.totalCount > 0 &&
  markup`<p class="dim">${t('listeners.count', { count: listed.totalCount })}</p>
`
}${listOf(visit, listed, place)}`,
  })
}

/** The sermons of a series, of a speaker or about a topic. */
export function groupPage(
  visit: Visit,
  group: Group,
  {
    named,
    listed,
    page,
    ...more
  }: { named: Named; listed: Listed; page: number; description?: string; picture?: Picture | undefined },
): string {
  const place = { path: groupAddress(group, named), asked: {}, page }
  const { t } = visit
  const said = more.description ?? ''
  return framePage(visit, {
    title: named.name,
    description: said.slice(0, 200) || t('listeners.count', { count: named.sermons }),
    ...addressOf(place),
    ...(more.picture !== undefined && {
      preview: {
        type: 'website',
        image: wholeAddress(visit, more.picture.address),
        ...(more.picture.size && { imageSize: more.picture.size }),
      },
    }),
    content: markup`<p class="dim">${t(`listeners.${group}`)}</p>
<h1>${named.name}</h1>
<div class="intro">${more.picture !== undefined && markup`<img class="poster" src="${visit.files}${more.picture.address}"${more.picture.size && markup` width="${more.picture.size.width}" height="${more.picture.size.height}"`} alt="">`}<div>
${typedParagraphs(said)}<p class="dim">${t('listeners.count', { count: named.sermons })}</p></div></div>
${listOf(visit, listed, place)}`,
  })
}

/** A list of names, each with the number of sermons it leads to. */
export function namesPage(
  visit: Visit,
  {
    title,
    path,
    names,
  }: { title: string; path: string; names: { name: string; sermons: number; address: string }[] },
): string {
  const { t } = visit
  return framePage(visit, {
    title,
    description: `${title}: ${names
      .slice(0, 12)
      .map(({ name }) => name)
      .join(', ')}`,
    path,
    content: markup`<h1>${title}</h1>
${names.length === 0 ? markup`<p>${t('listeners.none')}</p>` : markup`<ul class="names" role="list">${names.map(({ name, sermons, address }) => markup`<li class="name"><a class="whole" href="${address}">${name}</a> <span class="count">${t('listeners.count', { count: sermons })}</span></li>`)}</ul>`}`,
  })
}

export function missingPage(visit: Visit): string {
  const { t, href } = visit
  const page: Page = {
    title: t('listeners.notFound'),
    description: t('listeners.notFound.why'),
    path: PUBLIC_PAGES,
    content: markup`<h1>${t('listeners.notFound')}</h1>
<p>${t('listeners.notFound.why')}</p>
<p><a class="link" href="${href(PUBLIC_PAGES)}">${t('listeners.all')}</a></p>`,
  }
  return framePage(visit, page)
}

/** Shown when a page could not be written. */
export function failedPage(visit: Visit): string {
  const { t } = visit
  const why = t('listeners.failed.why')
  return framePage(visit, {
    title: t('listeners.failed'),
    description: why,
    path: PUBLIC_PAGES,
    content: markup`<h1>${t('listeners.failed')}</h1>
<p>${why}</p>
<p><a class="link" href="">${t('listeners.again')}</a></p>`,
  })
}

/** A text that somebody typed, with its paragraphs and lines. */
export function typedParagraphs(text: string): Markup[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(
      (paragraph) => markup`<p>${paragraph.split('\n').map((line, at) => [
        at > 0 &&
          markup`<br>
`,
        line,
      ])}</p>
`,
    )
}

/** The address of a list's page; that of the first page has no number. */
function addressOf({ path, asked, page }: Place) {
  return { path, query: { ...asked, page: page === 1 ? undefined : page } }
}

function listOf(visit: Visit, { results, totalCount }: Listed, place: Place): Markup {
  const { t, href } = visit
  const { page } = place
  const { q: search } = place.asked
  if (results.length === 0) {
    return markup`<p>${search === undefined ? t('listeners.none') : t('listeners.none.found', { search })}</p>
${(search !== undefined || page > 1) && markup`<p><a class="link" href="${href(PUBLIC_PAGES)}">${t('listeners.all')}</a></p>`}`
  }
  const to = (other: number) => {
    const { path, query } = addressOf({ ...place, page: other })
    return href(path, query)
  }
  const hasMore = page * PAGE_SIZE < totalCount
  return markup`<ul class="cards" role="list">
${results.map((item, at) => cardOf(visit, item, at))}</ul>
${(page > 1 || hasMore) && markup`<nav class="pages" aria-label="${t('listeners.pages')}"><span>${page > 1 && markup`<a class="link" rel="prev" href="${to(page - 1)}">${t('listeners.previous')}</a>`}</span><span>${hasMore && markup`<a class="link" rel="next" href="${to(page + 1)}">${t('listeners.next')}</a>`}</span></nav>`}`
}

/** The first pictures are loaded at once, the others when somebody scrolls near. */
const SEEN_AT_ONCE = 4

function cardOf({ t, dayOf, href, language, files }: Visit, item: PreachingItem, at: number): Markup {
  const { localizedname, event_datetime, presenterName, media_format, duration = 0 } = item
  const lang = languageOf(item.language_id)
  const small = item.small_poster_path ?? item.poster_path
  const address = (path: string) => files + mediaAddress(item, path)
  const { card } = copiesBeside(small) ?? {}
  return markup`<li class="card"><img class="picture" src="${address(small)}"${card !== undefined && markup` srcset="${address(small)} 320w, ${address(card)} ${CARD.width}w" sizes="(min-width: 40em) 18em, 6em"`} alt="" width="320" height="180"${at >= SEEN_AT_ONCE && markup` loading="lazy"`}>
<div class="about"><h2 class="title"${lang !== language && markup` lang="${lang}"`}><a class="whole" href="${href(sermonAddress(item))}">${localizedname}</a></h2>
<p class="line">${presenterName}</p>
<p class="line"><time datetime="${event_datetime.slice(0, 10)}">${dayOf(event_datetime)}</time> · ${nameOfLanguage(language, lang)} · ${t(`listeners.${media_format}`)}${duration >= 60 && ` · ${t('listeners.minutes', { minutes: Math.round(duration / 60) })}`}</p></div></li>
`
}
