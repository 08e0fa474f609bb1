import { LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import { markup } from '../http/markup.ts'
import { PUBLIC_PAGES, sermonAddress } from './addresses.ts'

/** How many addresses a sitemap may name. */
export const MOST_IN_SITEMAP = 50_000

/** The addresses of what is published, for search engines. */
export function writeSitemap(
  origin: string,
  sermons: readonly { uuid: string; localizedname: string }[],
): string {
  const addresses = [PUBLIC_PAGES, ...sermons.map(sermonAddress)].slice(0, MOST_IN_SITEMAP)
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${addresses.map(
  (
    address,
  ) => markup`<url><loc>${origin}${address}</loc>${LANGUAGE_TAGS.map((tag) => markup`<xhtml:link rel="alternate" hreflang="${tag}" href="${origin}${address}?lang=${tag}"/>`)}</url>
`,
)}</urlset>
`.text
}
