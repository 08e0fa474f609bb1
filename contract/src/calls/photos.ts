import { z } from 'zod'
import { barePicture } from '../files/bare-picture.ts'
import { readPictureSize } from '../files/picture-size.ts'
import { LARGE_PHOTO, MAX_PHOTOS, SMALL_PHOTO } from '../sunday-school/photo-rules.ts'
import { GREATEST, Id, IdText, text, wholeNumbers } from './fields.ts'
import { route } from './route.ts'

const DATA_ADDRESS = /^data:image\/(jpeg|png|webp);base64,([\w+/]+={0,2})$/

/** A square picture as a data: address, as a page shows it. */
function picture({ side, max }: typeof SMALL_PHOTO) {
  return text(max)
    .refine((address) => {
      const [, type, bytes = ''] = DATA_ADDRESS.exec(address) ?? []
      const read = type === undefined ? new Uint8Array() : decode(bytes)
      const size = readPictureSize(read)
      const isSquare = size?.type === type && size?.width === side && size.height === side
      return isSquare && isBare(read)
    })
    .meta({
      description: `a JPEG, PNG or WebP picture of ${side} by ${side} pixels without metadata and anything behind it, as a data: address of at most ${max} characters`,
    })
}

function isBare(bytes: Uint8Array): boolean {
  const bare = barePicture(bytes)
  return bare?.length === bytes.length && bare.every((byte, at) => byte === bytes[at])
}

function decode(bytes: string): Uint8Array {
  try {
    return Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const pictures = { small: picture(SMALL_PHOTO), large: picture(LARGE_PHOTO) }

/** The key of the photo that the person saw, empty for none; any other one is not overwritten. */
const seen = text(40).optional()

export const photoRoutes = {
  listSmall: route('GET', '/attendees/photos', {
    summary: 'The small photos of these attendees, of those who have one',
    query: z.strictObject({ attendee_ids: wholeNumbers(1, GREATEST, MAX_PHOTOS) }),
    answer: z.array(z.object({ attendee_id: Id, photo: z.string(), small: z.string() })),
  }),
  find: route('GET', '/attendees/photo', {
    summary: 'The photo of an attendee, in both sizes',
    query: z.strictObject({ attendee_id: IdText }),
    answer: z.object({ photo: z.string(), small: z.string(), large: z.string() }),
    errors: ['not_found'],
  }),
  save: route('PUT', '/attendees/photo', {
    summary: 'Give an attendee a photo, in the place of the former one; with `seen`, only of that one',
    who: 'children',
    body: z.strictObject({ attendee_id: Id, seen, ...pictures }),
    answer: z.object({ message: z.string(), photo: z.string() }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/attendees/photo', {
    summary: 'Remove the photo of an attendee; who has none is left as they are',
    who: 'children',
    query: z.strictObject({ attendee_id: IdText, seen }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
}
