import { decodeHTML } from 'entities'

const HIDDEN = /<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)/gi
const LINE = /<br\b[^>]*>|<\/(li|tr|dt|dd)\s*>/gi
const PARAGRAPH = /<\/(p|div|h[1-6]|ul|ol|table|blockquote)\s*>/gi
/** A tag begins with a letter: a `<` between numbers is none. */
const TAG = /<\/?[a-z][^>]*>/gi
/** Square brackets of WordPress that stand for players and the like. */
const SHORTCODE = /\[\/?(audio|video|playlist|embed|caption|gallery|sermons?)\b[^\]]*\]/gi

/** The content of HTML as plain text with its paragraphs. */
export function plainText(html: string): string {
  const marked = html
    .replace(HIDDEN, '')
    .replace(SHORTCODE, '')
    .replace(LINE, '\n')
    .replace(PARAGRAPH, '\n\n')
    .replace(TAG, '')
  return decodeHTML(marked)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The same on one line, such as a title. */
export function plainLine(html: string): string {
  return plainText(html).replace(/\s+/g, ' ')
}
