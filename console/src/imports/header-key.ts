import { normalForm } from '@vestry/contract/text/normal-form.ts'

/** The words of a text as files write them in different ways: without case, accents and signs, a space between two. */
export function wordsOf(text: string): string {
  return normalForm(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same as one word. */
export function keyOf(text: string): string {
  return wordsOf(text).replaceAll(' ', '')
}
