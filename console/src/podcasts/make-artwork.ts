import { cutSquare } from '../media/pictures/cut-picture.ts'
import { decodePicture } from '../media/pictures/decode-picture.ts'

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
  const blob = await cutSquare(picture)
  if (blob === undefined) {
    throw new ArtworkError(Math.min(picture.naturalWidth, picture.naturalHeight))
  }
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}
