// The sizes of a child's photo. No schema is here, so that the browser may load it.

/** The two sides of a photo, in pixels, and how long each may be as a data: address. */
export const SMALL_PHOTO = { side: 96, max: 12_000 }
export const LARGE_PHOTO = { side: 384, max: 60_000 }
/** For how many children one call answers the small photos. */
export const MAX_PHOTOS = 200
