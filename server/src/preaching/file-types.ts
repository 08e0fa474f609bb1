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

/** What listeners take, by the end of a file's name; undefined for what a browser should rather save than show. */
export function mediaTypeOf(path: string): string | undefined {
  return TYPES[suffixOf(path)]
}

/** What Apple and others take from a feed: MP3, or MPEG-4 with AAC. Undefined for all else. */
export function feedTypeOf({ path, media_format }: { path: string; media_format: MediaFormat }) {
  const type = mediaTypeOf(path)
  const isTaken = ['.mp3', '.m4a', '.mp4', '.m4v', '.mov'].includes(suffixOf(path))
  return isTaken
    ? media_format === 'audio'
      ? type?.replace(/^video\/(x-m4v|mp4)$/, 'audio/mp4')
      : type
    : undefined
}

/** The end of a file's name with its dot, in small letters. */
export function suffixOf(path: string): string {
  return /\.[a-z0-9]{1,8}$/.exec(path.toLowerCase())?.[0] ?? ''
}
