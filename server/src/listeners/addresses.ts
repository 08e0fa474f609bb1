import { createHash } from 'node:crypto'
import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import { normalForm } from '@vestry/contract/text/normal-form.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { suffixOf } from '../preaching/file-types.ts'

/** Where the public pages begin. */
export const PUBLIC_PAGES = '/sermons'
/** The feed of all sermons is this address with `.xml`; the feeds of other podcasts are below it, by their ids. */
export const PODCASTS = '/podcast'
export const FEED = `${PODCASTS}.xml`
export const MEDIA = '/media'
export const EMBED = '/embed'
/** The module that other sites load; its address never changes. */
export const EMBED_SCRIPT = `${EMBED}.js`
export const OEMBED = '/oembed'

/** The servers at which listeners find the pages and the files. */
export type PublicServers = { pages: string; files: string }

export function publicServers(
  { listenersUrl, mediaUrl }: Pick<ChurchSettings, 'listenersUrl' | 'mediaUrl'>,
  publicUrl: string,
): PublicServers {
  const pages = listenersUrl || publicUrl
  return { pages, files: mediaUrl || pages }
}

const LONGEST_SLUG = 80

/** A row's id, and a uuid, as parameters of a route. */
export const ID_IN_PATH = '^\\d{1,9}$'
export const UUID_IN_PATH = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** The part of an address that is there for people to read, of letters and digits alone; the server ignores it. */
export function slugOf(title: string): string {
  const slug = normalForm(searchKey(title), 'NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? '' : `/${slug}`
}

export function sermonAddress({ uuid, localizedname }: { uuid: string; localizedname: string }): string {
  return `${PUBLIC_PAGES}/${uuid}${slugOf(localizedname)}`
}

/** Where the player of a sermon is, which other sites show in a frame. */
export function embedAddress({ uuid }: { uuid: string }): string {
  return `${EMBED}/${uuid}`
}

/** The kinds of names by which sermons are listed. */
export const GROUPS = ['series', 'speakers', 'topics'] as const
export type Group = (typeof GROUPS)[number]

export function groupAddress(group: Group, { id, name }: { id: number; name: string }): string {
  return `${PUBLIC_PAGES}/${group}/${id}${slugOf(name)}`
}

/**
 * The address of a sermon's file, with its name in plain letters: it changes when the file does, and for no other
 * reason.
 */
export function mediaAddress({ uuid }: { uuid: string }, path: string): string {
  return `${MEDIA}/${uuid}/${fileAddress(path)}`
}

/** Where a picture of a series is. */
export function seriesPictureAddress(id: number, path: string): string {
  return `${MEDIA}/series/${id}/${fileAddress(path)}`
}

/** The end of a file's address. */
export function fileAddress(path: string): string {
  const suffix = suffixOf(path)
  const stem = path.slice(path.lastIndexOf('/') + 1, path.length - suffix.length)
  return `${versionOf(path)}${slugOf(stem) || '/file'}${suffix}`
}

/** Where its transcript is, as WebVTT. */
export function transcriptAddress({ uuid }: { uuid: string }): string {
  return `${MEDIA}/${uuid}/transcript.vtt`
}

/** Where its chapters are, as Podcasting 2.0 has them. */
export function chaptersAddress({ uuid }: { uuid: string }): string {
  return `${MEDIA}/${uuid}/chapters.json`
}

/** Tells one file of a sermon from its other files, and from those that it had before. */
export function versionOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}
