/** The kinds a recording can have; `audio` is what an item has until a file says otherwise. */
export const MEDIA_FORMATS = ['audio', 'video'] as const
export type MediaFormat = (typeof MEDIA_FORMATS)[number]

/** The poster of an item that has none of its own. It is never deleted from the store. */
export const DEFAULT_POSTER_PATH = 'images/default-banner.jpg'

/** Where posters lie in the bucket. */
export const IMAGE_PREFIX = 'images/'

/** Where every recording is in the bucket; below it one folder a year. */
export const MEDIA_PREFIX = 'preaching/'

/**
 * The path of the file that is played for a sermon: the audio file of an audio sermon if there is one, else the
 * recording.
 */
export function playedPath(sermon: {
  path: string
  media_format: MediaFormat
  audio_path?: string | undefined
}): string {
  return (sermon.media_format === 'audio' && sermon.audio_path) || sermon.path
}

/** The folder of the recordings of one year, such as `preaching/2026/`. */
export function mediaFolder(year: number): string {
  return `${MEDIA_PREFIX}${year}/`
}

/** Which paths the server admits for an object: one below `prefix`, without climbing or odd characters. */
export function isObjectPath(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) &&
    path.length > prefix.length &&
    path.length <= 512 &&
    new TextEncoder().encode(path).length <= 1024 &&
    !path.endsWith('/') &&
    !path.split('/').some((part) => part === '' || part === '.' || part === '..') &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    !/[\u0000-\u001f\u007f\\]/.test(path)
  )
}
