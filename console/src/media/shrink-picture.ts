import type { UploadSource } from './media-types.ts'

/** As wide as a list shows it, on a screen of two dots to the pixel. */
const WIDTH = 320
const QUALITY = 0.8

/** The picture as small as a list shows it; undefined where it is no larger, or nothing that this browser can read. */
export async function shrinkPicture(file: File): Promise<UploadSource | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined || picture.width <= WIDTH) {
    return undefined
  }
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(1, Math.round((picture.height * WIDTH) / picture.width))
  const context = canvas.getContext('2d')
  if (context === null) {
    return undefined
  }
  context.imageSmoothingQuality = 'high'
  // A JPEG has no transparency, and black would shine through.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
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
