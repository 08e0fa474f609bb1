import { createRequire } from 'node:module'

/** The owner of a new password, which must not be made of their name. */
export type Owner = { email?: string | undefined; name?: string | undefined }

const MIN_CORE = 4
/** How much of a password must be left without the owner's name, their address and the name of this program. */
const MIN_OWN = 6
const LOOK_ALIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
}

type Lists = { whole: Set<string>; cores: Set<string> }
let lists: Lists | undefined

/**
 * Whether a password is among the 49,000 that guessers try first, or is one of them in disguise: other letters'
 * case, look-alikes, digits and signs around it or between its words. The list is read when it is first needed.
 */
export function isCommonPassword(password: string): boolean {
  lists ??= readLists()
  const plain = plainOf(password)
  const core = coreOf(plain)
  return (
    lists.whole.has(plain) ||
    lists.whole.has(plain.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')) ||
    lists.cores.has(core) ||
    new Set(core.length > 0 ? core : plain).size < MIN_CORE
  )
}

/** Whether little is left of a password without its owner's name and address and the name of this program. */
export function containsOwnerName(password: string, { email = '', name = '' }: Owner): boolean {
  const words = ['vestry', ...plainOf(email).split(/[^a-z0-9]+/), ...plainOf(name).split(/[^a-z0-9]+/)]
  const core = coreOf(plainOf(password))
  const own = words
    .map(unmask)
    .filter((word) => word.length >= MIN_CORE)
    .reduce((rest, word) => rest.replaceAll(word, ''), core)
  return own.length < MIN_OWN && own !== core
}

function readLists(): Lists {
  // Only `require` reads a package both at once and only when it is needed. knip does not see it, and is told of it.
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': readonly string[] }
  }
  const whole = new Set(dictionary['passwords-common'])
  const cores = new Set<string>()
  for (const password of whole) {
    const core = coreOf(password)
    if (core.length >= MIN_CORE) {
      cores.add(core)
    }
  }
  return { whole, cores }
}

/** In lower case without accents: most go before the rest is put in order, which takes the square of their number. */
function plainOf(text: string): string {
  return text
    .replace(/[\p{M}\uFF9E\uFF9F]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
}

/** The rest of a password without the digits and signs around and between its letters, and without their disguise. */
function coreOf(plain: string): string {
  return unmask(plain.replace(/^[^a-z@$]+|[^a-z]+$/g, '').replace(/[-_. ]/g, ''))
}

function unmask(word: string): string {
  return word.replace(/[^a-z]/g, (sign) => LOOK_ALIKE[sign] ?? sign)
}
