/** What a recording says of itself; `day` is `YYYY-MM-DD`. */
export type RecordingTags = { title?: string; artist?: string; album?: string; day?: string }

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
  const by = artist ?? albumArtist
  const day = date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
  return {
    ...(title !== undefined && { title }),
    ...(by !== undefined && { artist: by }),
    ...(album !== undefined && { album }),
    // A year alone is read as its first day.
    ...(day !== undefined && !day.endsWith('-01-01') && { day }),
  }
}
