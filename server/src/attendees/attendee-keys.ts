import { nameKey, searchKey } from '@vestry/contract/search-key.ts'

/** A person's name, or a part of one, as it is compared and sorted. */
export function personKey(name: string): string {
  return searchKey(name.replaceAll('ʼ', ''))
}

/** A parent's contact as it is searched: as it stands, and its digits run together. */
export function contactKey(contact: string): string {
  return `${nameKey(contact)} ${contact.replace(/\D/g, '')}`.trim()
}

/** What is searched for: words that must all be met, in any order. */
export function wordsOf(search: string): string[] {
  return personKey(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
