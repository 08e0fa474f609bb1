import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { TranscriptProblem } from '@vestry/contract/transcripts/read-transcript.ts'
import { formatMessage } from '../../server-messages.ts'

/** Why a transcript was refused, as a sentence. */
export function describeTranscriptProblem(
  { reason, line }: TranscriptProblem,
  language: MessageLanguage,
): string {
  const sentence = formatMessage(language, `transcript.problem.${reason}`)
  return line === undefined ? sentence : formatMessage(language, 'transcript.at-line', { line, sentence })
}
