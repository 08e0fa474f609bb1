import { MAX_ARTWORK, MIN_ARTWORK } from '@vestry/contract/podcast-record.ts'
import { decodePicture } from '../media/decode-picture.ts'

const QUALITY = 0.85

/** A picture that is no artwork: it can't be read, or its shorter side has too few pixels. */
export class ArtworkError extends Error {
  override readonly name = 'ArtworkError'
  /** The shorter side; undefined for what can't be read. */
  readonly size: number | undefined

  constructor(size?: number, options?: ErrorOptions) {
    super('No artwork', options)
    this.size = size
  }
}

/**
 * The middle of a picture as directories take it: a square JPEG on white.
 *
 * @throws {ArtworkError}
 */
export async function makeArtwork(file: File): Promise<File> {
  const picture = await decodePicture(file).catch((error: unknown) => {
    throw new ArtworkError(undefined, { cause: error })
  })
  const { naturalWidth: width, naturalHeight: height } = picture
  const side = Math.min(width, height)
  if (side < MIN_ARTWORK) {
    throw new ArtworkError(side)
  }
  const drawn = Math.min(side, MAX_ARTWORK)
  const canvas = Object.assign(document.createElement('canvas'), { width: drawn, height: drawn })
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) {
    throw new ArtworkError()
  }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, drawn, drawn)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, drawn, drawn)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (blob === null) {
    throw new ArtworkError()
  }
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}
