/** Words after the last name that belong to it. */
const PARTICLES =
  /^(?:d[aeiou]|del|della|der|den|dos|das|la|las|los|le|van|von|ten|ter|bin|al|el|san|santa|st\.?|saint)$/i

/**
 * The parts of a name in one cell: after a comma come the first names; without one, the last names are at the end.
 * People with a Spanish name, or with four words, have two last names.
 */
export function splitName(text: string, hasTwoLast: boolean): { first_name: string; last_name: string } {
  const [before = '', ...after] = text.split(',').map((part) => part.replace(/\s+/g, ' ').trim())
  const behind = after.filter(Boolean).join(' ')
  if (behind !== '') {
    return { first_name: behind, last_name: before }
  }
  const words = before.split(' ')
  const last = words.length > 3 || (words.length === 3 && hasTwoLast) ? 2 : 1
  let start = Math.max(1, words.length - last)
  while (start > 1 && PARTICLES.test(words[start - 1] ?? '')) {
    start -= 1
  }
  return { first_name: words.slice(0, start).join(' '), last_name: words.slice(start).join(' ') }
}
