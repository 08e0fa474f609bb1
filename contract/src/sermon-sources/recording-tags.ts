import { rightText } from './right-text.ts'

/** What a recording says about itself; `day` is `YYYY-MM-DD`, and chapters are written as they are typed. */
export type RecordingTags = {
  title?: string
  artist?: string
  album?: string
  day?: string
  chapters?: string
}

/** The tags of a recording, as programs read them, without those that say nothing. */
export function recordingTagsOf({
  title,
  artist,
  albumArtist,
  album,
  date,
}: {
  title?: string
  artist?: string
  albumArtist?: string
  album?: string
  date?: Date
}): RecordingTags {
  const by = readable(artist) ?? readable(albumArtist)
  const day = date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
  return {
    ...given('title', readable(title)),
    ...given('artist', by),
    ...given('album', readable(album)),
    // A year alone is read as its first day.
    ...(day !== undefined && !day.endsWith('-01-01') && { day }),
  }
}

function readable(text: string | undefined): string | undefined {
  return text === undefined ? undefined : rightText(text)
}

function given<Name extends string>(name: Name, text: string | undefined) {
  return text === undefined ? {} : ({ [name]: text } as { [key in Name]?: string })
}
