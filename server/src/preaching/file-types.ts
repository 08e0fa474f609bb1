import type { MediaFormat } from '@vestry/contract/sermons/media.ts'

const TYPES: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.m4b': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.m4v': 'video/x-m4v',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.weba': 'audio/webm',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
}

/**
 * The types of files that listeners are sent, by the ending of the name; undefined for a file that a browser should
 * save instead of showing it.
 */
export function mediaTypeOf(path: string): string | undefined {
  return TYPES[suffixOf(path)]
}

/** The types that Apple and others accept in a feed: MP3, or MPEG-4 with AAC. Undefined for everything else. */
export function feedTypeOf({ path, media_format }: { path: string; media_format: MediaFormat }) {
  const type = mediaTypeOf(path)
  const isTaken = ['.mp3', '.m4a', '.mp4', '.m4v', '.mov'].includes(suffixOf(path))
  return isTaken
    ? media_format === 'audio'
      ? type?.replace(/^video\/(x-m4v|mp4)$/, 'audio/mp4')
      : type
    : undefined
}

/** The ending of a file's name with its dot, in lower case. */
export function suffixOf(path: string): string {
  return /\.[a-z0-9]{1,8}$/.exec(path.toLowerCase())?.[0] ?? ''
}
