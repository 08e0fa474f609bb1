import type { Generated } from 'kysely'

/** One row type a table. Booleans are 0 or 1 and times are ISO text or milliseconds, on both databases. */
export type Tables = {
  preacher: { id: Generated<number>; presenter_name: string; name_key: string }
  preaching_category: { id: Generated<number>; category: string; name_key: string }
  preaching_item: {
    id: Generated<number>
    uuid: string
    localizedname: string
    search_key: string
    event_datetime: string
    description: string
    path: string
    poster_path: string
    media_format: 'audio' | 'video'
    language_id: number
    preacher_id: number
    preaching_category_id: number
    version: number
  }
}
