import { readTranscript, type Transcript } from '@vestry/contract/transcripts/read-transcript.ts'

/**
 * How many parsed transcripts are kept; the one that was not asked for longest is dropped first. One page asks for the
 * same transcript several times.
 */
const KEPT = 8
const kept = new Map<string, Transcript | undefined>()

export function readPublicTranscript({ transcript }: { transcript: string }): Transcript | undefined {
  if (transcript === '') {
    return undefined
  }
  const read = kept.has(transcript) ? kept.get(transcript) : transcriptOf(transcript)
  kept.delete(transcript)
  kept.set(transcript, read)
  const [longestUnasked = ''] = kept.keys()
  if (kept.size > KEPT) {
    kept.delete(longestUnasked)
  }
  return read
}

function transcriptOf(text: string): Transcript | undefined {
  const read = readTranscript(Buffer.from(text))
  return 'transcript' in read ? read.transcript : undefined
}
