import { CARD, WIDE } from '@vestry/contract/files/poster-copies.ts'
import { MAX_ARTWORK, MIN_ARTWORK } from '@vestry/contract/records/podcast-record.ts'
import { decodePicture, drawPicture } from './decode-picture.ts'

/** As wide as a list shows it, on a screen with two dots to the pixel. */
const SMALL = 320
const QUALITY = 0.8
/** As large as podcast directories advise. */
const MAX_SQUARE_BYTES = 512_000
/** The qualities that are tried for a square, one after the other, until it is small enough. */
const SQUARE_TRIES = [
  { most: MAX_ARTWORK, quality: 0.85 },
  { most: MAX_ARTWORK, quality: 0.7 },
  { most: 2000, quality: 0.7 },
  { most: MIN_ARTWORK, quality: 0.7 },
  { most: MIN_ARTWORK, quality: 0.5 },
]

/**
 * Copies of a picture: one as small as lists show it and, if it is large enough, those that public pages, previews and
 * podcast apps need.
 */
export type CutPicture = { small: Blob; cut?: { card: Blob; wide: Blob; square?: Blob } }

/** Undefined if the picture is no larger than lists show it, or this browser can't read it. */
export async function cutPicture(file: File): Promise<CutPicture | undefined> {
  const picture = await decodePicture(file).catch(() => undefined)
  if (picture === undefined || picture.naturalWidth <= SMALL) {
    return undefined
  }
  const height = Math.max(1, Math.round((picture.naturalHeight * SMALL) / picture.naturalWidth))
  // A JPEG has no transparency, and black would shine through.
  const canvas = drawPicture(picture, { width: SMALL, height }, '#fff')
  const webp = await toBlob(canvas, 'image/webp')
  const small = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg')
  if (small === undefined) {
    return undefined
  }
  if (picture.naturalWidth < WIDE.width) {
    return { small }
  }
  const card = await toBlob(cutMiddle(picture, CARD), 'image/jpeg')
  const wide = await toBlob(cutMiddle(picture, WIDE), 'image/jpeg')
  const square = await cutSquare(picture)
  return { small, ...(card && wide && { cut: { card, wide, ...(square && { square }) } }) }
}

/**
 * The middle of a picture in the form that directories accept: a square JPEG on white. Undefined if it is too small for
 * that.
 */
export async function cutSquare(picture: HTMLImageElement): Promise<Blob | undefined> {
  const side = Math.min(picture.naturalWidth, picture.naturalHeight)
  if (side < MIN_ARTWORK) {
    return undefined
  }
  let blob: Blob | undefined
  for (const { most, quality } of SQUARE_TRIES) {
    const drawn = Math.min(side, most)
    blob = await toBlob(cutMiddle(picture, { width: drawn, height: drawn }), 'image/jpeg', quality)
    if (blob === undefined || blob.size <= MAX_SQUARE_BYTES) {
      return blob
    }
  }
  return blob
}

/** The largest part in the middle of a picture that has this shape, drawn at this size. */
function cutMiddle(picture: HTMLImageElement, { width, height }: { width: number; height: number }) {
  const { naturalWidth, naturalHeight } = picture
  const scale = Math.min(naturalWidth / width, naturalHeight / height)
  const [cutWidth, cutHeight] = [width * scale, height * scale]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) {
    throw new Error('The browser can’t draw.')
  }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    picture,
    (naturalWidth - cutWidth) / 2,
    (naturalHeight - cutHeight) / 2,
    cutWidth,
    cutHeight,
    0,
    0,
    width,
    height,
  )
  return canvas
}

async function toBlob(canvas: HTMLCanvasElement, type: string, quality = QUALITY): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  return blob ?? undefined
}
