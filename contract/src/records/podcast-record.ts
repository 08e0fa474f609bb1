import { IMAGE_PREFIX } from '../sermons/media.ts'
import type { Fields } from './record-fields.ts'

// A podcast of sermons, and what the programs that carry it would refuse. No schema is here.

/** Which sermons a podcast has: all, or those of a series, of a speaker, or in a language. */
export const PODCAST_KINDS = ['all', 'series', 'speaker', 'language'] as const
export type PodcastKind = (typeof PODCAST_KINDS)[number]

/**
 * What the feed says about a podcast. Without a title it has the name of the church, or of its series, speaker or
 * language.
 */
export const PODCAST_FIELDS = {
  title: { kind: 'line', max: 150 },
  description: { kind: 'text', max: 2000 },
  /** Who makes it; the church where nobody is named. */
  author: { kind: 'line', max: 120 },
  /** The address where Apple and others ask whether it is really the church's. It is public. */
  email: { kind: 'line', max: 200 },
  artwork_path: { kind: 'path', prefix: IMAGE_PREFIX, default: '' },
  /** The address of its feed when it is now kept elsewhere: requests for the one here are redirected there. */
  moved_to: { kind: 'line', max: 300 },
} as const satisfies Fields

/** The sides of artwork, in pixels. */
export const MIN_ARTWORK = 1400
export const MAX_ARTWORK = 3000

/** Why a feed, or one of its sermons, would be refused or shown badly. */
export const PODCAST_PROBLEMS = [
  'no_artwork',
  'artwork_shape',
  'no_email',
  'no_description',
  'not_secure',
  'no_sermons',
  'format',
  'no_recording',
  'no_duration',
] as const
export type PodcastProblem = (typeof PODCAST_PROBLEMS)[number]
