import { createHash } from 'node:crypto'
import { LANGUAGE_TAGS } from '@vestry/contract/messages/message-languages.ts'
import { pack } from '../http/compress-response.ts'
import { formatMessage } from '../server-messages.ts'
import { defineElements, type ElementTexts } from './embed-elements.ts'
import type { Packed } from './send-packed.ts'

/** The module that defines the elements, as it is sent: the same until another release. */
export async function writeEmbedScript(): Promise<Packed> {
  const texts: ElementTexts = Object.fromEntries(
    LANGUAGE_TAGS.map((tag) => [
      tag,
      { play: formatMessage(tag, 'listeners.play'), more: formatMessage(tag, 'listeners.more') },
    ]),
  )
  // Types are gone from the text of a function that runs.
  const plain = Buffer.from(`(${defineElements})(import.meta.url, ${JSON.stringify(texts)})\n`)
  const etag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 24)}"`
  return { plain, packed: await pack(plain), etag }
}
