import { readPictureSize } from '@vestry/contract/files/picture-size.ts'
import { MAX_ARTWORK, MIN_ARTWORK, type PodcastProblem } from '@vestry/contract/records/podcast-record.ts'
import type { ObjectStore } from '@vestry/s3'
import { feedTypeOf } from '../preaching/file-types.ts'
import type { FeedSermon } from './podcasts-sql.ts'
import type { Channel } from './write-feed.ts'

/** A picture says within this many of its first bytes how large it is. */
const PICTURE_HEAD = 256 * 1024

/** What Apple, Spotify and others would refuse of the podcast itself. */
export async function checkChannel(
  { email, address, description, title }: Channel,
  { artwork_path, sermons }: { artwork_path: string; sermons: readonly FeedSermon[] },
  store: Pick<ObjectStore, 'find' | 'read'>,
): Promise<PodcastProblem[]> {
  const problems: [PodcastProblem, boolean][] = [
    ['no_artwork', artwork_path === ''],
    ['artwork_shape', artwork_path !== '' && !(await isArtwork(artwork_path, store))],
    ['no_email', email === ''],
    ['no_description', description === '' || description === title],
    ['not_secure', !address.startsWith('https://')],
    ['no_sermons', sermons.length === 0],
  ]
  return problems.flatMap(([problem, holds]) => (holds ? [problem] : []))
}

/** What would be refused of a sermon: for the first two of these it is left out of the feed. */
export function checkSermon(sermon: FeedSermon): PodcastProblem | undefined {
  if (!sermon.media_size) {
    return 'no_recording'
  }
  if (feedTypeOf(sermon) === undefined) {
    return 'format'
  }
  return sermon.duration > 0 ? undefined : 'no_duration'
}

/** A picture must be square, JPEG or PNG, and as large as Apple asks for. */
async function isArtwork(path: string, store: Pick<ObjectStore, 'find' | 'read'>): Promise<boolean> {
  const object = await store.find(path)
  if (!object || object.size === 0) {
    return false
  }
  const head = await store.read(path, { first: 0, last: Math.min(object.size, PICTURE_HEAD) - 1 })
  const picture = readPictureSize(Buffer.concat(await head.toArray()))
  return (
    picture !== undefined &&
    picture.type !== 'webp' &&
    picture.width === picture.height &&
    picture.width >= MIN_ARTWORK &&
    picture.width <= MAX_ARTWORK
  )
}
