import { barePicture } from '@vestry/contract/files/bare-picture.ts'
import { LARGE_PHOTO, SMALL_PHOTO } from '@vestry/contract/sunday-school/photo-rules.ts'
import { decodePicture, drawPicture } from '../media/pictures/decode-picture.ts'
import { type Crop, MAX_ZOOM, sideOf } from './crop.ts'

/** Why a file can't be a photo. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly why: 'heic' | 'unreadable'

  constructor(why: PictureError['why'], cause?: unknown) {
    super(why, { cause })
    this.why = why
  }
}

/** More pixels than this are never shown of a photo's shorter side. */
const MAX_SHORT = LARGE_PHOTO.side * MAX_ZOOM
const MAX_LONG = 4096
const WHITE = '#fff'
const QUALITIES = [0.86, 0.7, 0.5, 0.3, 0.1]

/**
 * Opens a picture upright, as its camera was held, on white, and no larger than the largest photo needs.
 *
 * @throws {PictureError} when the browser can't show it
 */
export async function openPicture(file: File): Promise<HTMLCanvasElement> {
  if (file.type === 'image/svg+xml') {
    throw new PictureError('unreadable')
  }
  try {
    const image = await decodePicture(file)
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(1, MAX_SHORT / Math.min(width, height), MAX_LONG / Math.max(width, height))
    return drawPicture(image, { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }, WHITE)
  } catch (error) {
    throw new PictureError(/hei[cf]/i.test(`${file.type} ${file.name}`) ? 'heic' : 'unreadable', error)
  }
}

/** The part of a picture in both sizes, as `data:` addresses. */
export function cutPhoto(picture: HTMLCanvasElement, crop: Crop): { small: string; large: string } {
  const large = square(LARGE_PHOTO.side)
  drawCrop(large, picture, crop)
  // It is halved step by step, so that it stays sharp.
  const half = LARGE_PHOTO.side / 2
  const between = drawPicture(large, { width: half, height: half })
  const small = drawPicture(between, { width: SMALL_PHOTO.side, height: SMALL_PHOTO.side })
  return { small: encode(small, SMALL_PHOTO.max), large: encode(large, LARGE_PHOTO.max) }
}

export function drawCrop(onto: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const side = sideOf(picture, crop)
  const context = contextOf(onto)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, onto.width, onto.height)
}

function encode(canvas: HTMLCanvasElement, max: number): string {
  let address = ''
  for (const quality of QUALITIES) {
    const webp = canvas.toDataURL('image/webp', quality)
    // A browser that can't write WebP gives a PNG instead.
    address = bare(webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality))
    if (address.length <= max) {
      break
    }
  }
  return address
}

/** Some browsers write metadata of their own, which the server refuses. */
function bare(address: string): string {
  const [head = '', base64 = ''] = address.split(',')
  const picture = barePicture(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
  return picture === undefined
    ? address
    : `${head},${btoa(Array.from(picture, (byte) => String.fromCharCode(byte)).join(''))}`
}

function square(side: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width: side, height: side })
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) {
    throw new PictureError('unreadable')
  }
  context.imageSmoothingQuality = 'high'
  return context
}
