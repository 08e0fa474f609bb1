import { decodePicture, drawPicture } from './decode-picture.ts'
import type { UploadSource } from './media-types.ts'

/** As wide as a list shows it, on a screen of two dots to the pixel. */
const WIDTH = 320
const QUALITY = 0.8

/** The picture as small as a list shows it; undefined where it is no larger, or nothing that this browser can read. */
export async function shrinkPicture(file: File): Promise<UploadSource | undefined> {
  const picture = await decodePicture(file).catch(() => undefined)
  if (picture === undefined || picture.naturalWidth <= WIDTH) {
    return undefined
  }
  const height = Math.max(1, Math.round((picture.naturalHeight * WIDTH) / picture.naturalWidth))
  // A JPEG has no transparency, and black would shine through.
  const canvas = drawPicture(picture, { width: WIDTH, height }, '#fff')
  const webp = await toBlob(canvas, 'image/webp')
  const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg')
  if (blob === null) {
    return undefined
  }
  const suffix = blob.type === 'image/webp' ? 'webp' : 'jpg'
  const name = `${file.name.replace(/\.[^.]*$/, '')}-${WIDTH}.${suffix}`
  return { file: new File([blob], name, { type: blob.type }), name, contentType: blob.type }
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
