import { normalForm } from '@vestry/contract/text/normal-form.ts'

/** A word as files write it in different ways: without case, accents, spaces and signs. */
export function keyOf(text: string): string {
  return normalForm(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
