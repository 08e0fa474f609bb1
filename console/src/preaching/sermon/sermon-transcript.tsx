import { readTranscript } from '@vestry/contract/transcripts/read-transcript.ts'
import { paragraphsOf } from '@vestry/contract/transcripts/transcript-paragraphs.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './sermon-transcript.module.css'

/** A transcript for reading: a timed one in paragraphs, any other as it was typed. */
export function SermonTranscript({ text }: { text: string }) {
  const found = readTranscript(new TextEncoder().encode(text))
  if (!('transcript' in found) || found.transcript.kind === 'plain') {
    return <Scrolled>{text}</Scrolled>
  }
  return (
    <Scrolled>
      {paragraphsOf(found.transcript.cues).map(({ from, speaker, text }) => (
        <p key={from}>
          {speaker !== undefined && <b>{speaker}: </b>}
          {text}
        </p>
      ))}
    </Scrolled>
  )
}

function Scrolled({ children }: { children: ReactNode }) {
  const { t } = useMessages()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={classes.lines} tabIndex={0} aria-label={t('sermon.transcript')}>
      {children}
    </section>
  )
}
