import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { Passage } from '@vestry/contract/sermons/bible-books.ts'
import { readPassages } from './read-passages.ts'

/**
 * The passages that a search names, such as `Romans 8` or `Rom 8:28`; undefined if any part of it is something else. A
 * name such as `Marcos` is the book, but may also be a preacher's.
 */
export async function searchedPassages(
  query: string,
  language: MessageLanguage,
): Promise<Passage[] | undefined> {
  const { passages, unread } = await readPassages(query, language)
  return passages.length > 0 && unread.length === 0 ? passages : undefined
}
