import { readTranscript } from '@vestry/contract/transcripts/read-transcript.ts'
import { paragraphsOf } from '@vestry/contract/transcripts/transcript-paragraphs.ts'
import classes from './sermon-transcript.module.css'

/** A transcript to be read: a timed one in paragraphs, any other as it was typed. */
export function SermonTranscript({ text }: { text: string }) {
  const found = readTranscript(new TextEncoder().encode(text))
  if (!('transcript' in found) || found.transcript.kind === 'plain') {
    return <p className={classes.lines}>{text}</p>
  }
  return (
    <div className={classes.lines}>
      {paragraphsOf(found.transcript.cues).map(({ from, speaker, text }) => (
        <p key={from}>
          {speaker !== undefined && <b>{speaker}: </b>}
          {text}
        </p>
      ))}
    </div>
  )
}
