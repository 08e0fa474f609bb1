import type { Input, InputVideoTrack } from 'mediabunny'
import { pictureName } from '../recordings/codec-names.ts'
import { streamsUnread } from '../recordings/streams-unread.ts'

/** A track with more pictures a second than this is a film. */
const STILL_RATE = 0.5
const LOOKED_AT = 60

/** The usual name of the film in a recording of which only the sound can be copied; empty if nobody can say. */
export async function findLostPicture(input: Input, file: Blob): Promise<string | undefined> {
  for (const track of await input.getVideoTracks()) {
    const mark = await track.getInternalCodecId()
    if (isStillPicture(mark) && (await movesOn(track))) {
      return pictureName(mark)
    }
  }
  return (await streamsUnread(input, file)).picture
}

/**
 * Chapter pictures and cover art are carried as tracks of their own; so are films in which every picture is complete.
 */
export function isStillPicture(codecId: unknown): boolean {
  return typeof codecId === 'string' && /^(jpeg|mjp[ab]|png |V_MJPEG)$/.test(codecId)
}

export async function movesOn(track: InputVideoTrack): Promise<boolean> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(LOOKED_AT)
  return packetCount > 1 && averagePacketRate > STILL_RATE
}
