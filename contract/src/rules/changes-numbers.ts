import { withoutScripts } from '../text/sanitize.ts'

/** A number with the signs that belong to it, and all numbers separated from it by signs alone. */
const NUMBERS = /[\p{S}–—]*\p{N}+(?:\s*[^\p{L}\p{N}\s]+\s*\p{N}+)*[\p{S}%‰]*/gu
/** The part of a telephone number in brackets, as in (305) 555-0142. */
const AREA_CODE = /\((\+?\d{1,5})\)(\s*)(?=\d[\d\s.-]{4})/g

/**
 * Whether the numbers of a text, scripts aside, read differently once it is cleaned: 1/2 tablet must not become another
 * dose unnoticed.
 */
export function changesNumbers(text: string, cleaned: string): boolean {
  const numbers = (from: string) => {
    const visible = withoutScripts(from)
    const dialled = visible.replace(
      AREA_CODE,
      (_, code: string, gap: string) => `${code}${gap === '' ? '-' : gap}`,
    )
    return (dialled.match(NUMBERS) ?? []).join('\n')
  }
  return numbers(text) !== numbers(cleaned)
}
