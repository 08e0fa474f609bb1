import { decodePicture, drawPicture } from '../media/pictures/decode-picture.ts'

/** The longest side of a logo in pixels: sharp at 64 on a screen of four pixels to one. */
const LONGEST = 256

/**
 * A picture of any kind that the browser can draw, made small, as a data URL of a PNG or, where that would be longer
 * than `max` characters, a WebP. Throws where it can't be drawn.
 */
export async function drawLogo(file: File, max: number): Promise<string> {
  const picture = await decodePicture(file)
  for (let longest = LONGEST; longest >= 32; longest /= 2) {
    const drawn = drawPicture(picture, sizeWithin(longest, picture))
    const small = ['image/png', 'image/webp']
      .map((type) => drawn.toDataURL(type))
      .find((url) => url.length <= max && /^data:image\/(png|webp);/.test(url))
    if (small !== undefined) {
      return small
    }
  }
  throw new Error('The picture can’t be made small enough.')
}

/** A drawing without a size of its own, as an SVG may be, is drawn as large as it may be. */
function sizeWithin(longest: number, { naturalWidth, naturalHeight }: HTMLImageElement) {
  const [width, height] = [naturalWidth || longest, naturalHeight || longest]
  const scale = longest / Math.max(width, height)
  const by = naturalWidth === 0 ? scale : Math.min(scale, 1)
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}
