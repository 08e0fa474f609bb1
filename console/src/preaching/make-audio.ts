import { MediaError, type PreparedFile } from '../media/media-types.ts'
import { withSuffix } from '../media/object-names.ts'
import type { SaveMemory, StoredFile } from './save-memory.ts'

/**
 * Makes the audio file that podcasts have of a recording: of a film its sound, copied. A film whose sound they don't
 * take gets none. Made once; throws `MediaError` when it is cancelled.
 */
export async function makeAudio(
  file: File,
  recording: StoredFile | PreparedFile,
  { memory: { prepared, audio }, signal }: { memory: SaveMemory; signal: AbortSignal },
): Promise<File | undefined> {
  if (audio.has(file) || !('media_format' in recording) || recording.media_format !== 'video') {
    return audio.get(file)
  }
  try {
    const { prepareRecording } = await import('../media/prepare-recording.ts')
    const options = { onProgress: () => undefined, signal }
    const made = await prepareRecording(recording.file, options, { soundAlone: true })
    const ending = made.name.slice(made.name.lastIndexOf('.'))
    prepared.set(made.file, { ...made, name: withSuffix(recording.name, ending) })
    audio.set(file, made.file)
  } catch (error) {
    if (error instanceof MediaError && error.code === 'aborted') {
      throw error
    }
    audio.set(file, undefined)
  }
  return audio.get(file)
}
