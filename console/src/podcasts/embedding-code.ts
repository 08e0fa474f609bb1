import type { MediaFormat } from '@vestry/contract/sermons/media.ts'

/** The choice that means the newest sermons. Others are `series/<id>` and a sermon's uuid. */
export const NEWEST = 'newest'

/** The height of a player in its frame, in pixels. */
const HEIGHTS: Record<MediaFormat, number> = { audio: 180, video: 440 }

/**
 * The HTML that shows the choice on another site: an element that a small script defines, with a link within for
 * browsers that run none; and, for one sermon, a frame, which needs no script.
 */
export function embeddingOf(
  chosen: string,
  {
    origin,
    title = '',
    media_format = 'audio',
    all,
  }: { origin: string; title?: string | undefined; media_format?: MediaFormat | undefined; all: string },
): { elements: string; frame?: string } {
  const script = `<script type="module" src="${origin}/embed.js"></script>`
  const [, series] = /^series\/(\d+)$/.exec(chosen) ?? []
  if (chosen === NEWEST || series !== undefined) {
    const which = series === undefined ? '' : ` series="${series}"`
    const page = `${origin}/sermons${series === undefined ? '' : `/series/${series}`}`
    return {
      elements: `${script}\n<vestry-sermons${which} count="5"><a href="${page}">${escaped(all)}</a></vestry-sermons>`,
    }
  }
  const page = `${origin}/sermons/${chosen}`
  return {
    elements: `${script}\n<vestry-sermon src="${page}"><a href="${page}">${escaped(title)}</a></vestry-sermon>`,
    frame: `<iframe src="${origin}/embed/${chosen}" title="${escaped(title)}" width="100%" height="${HEIGHTS[media_format]}" loading="lazy" allowfullscreen></iframe>`,
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
