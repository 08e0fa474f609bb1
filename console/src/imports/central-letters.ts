const VOWELS = 'aeiouyáéíóúýäëöüâîô'
/** Bytes that are a vowel in the western alphabet and a consonant in the central European one. */
const TURNED = 'èøæòàïå'
/**
 * Bytes that are a sign in the western alphabet and, in the central European one, a letter with which words begin or
 * which is within them.
 */
const SIGNS = '£¥¯³¹¼¾'
/** Bytes that only one of the two alphabets has. */
const UNKNOWN = /[\p{Cc}\uFFFD]/u

/**
 * Decides which of two readings of the same bytes is likelier, Windows' central European or its western alphabet. Signs
 * are not letters of a word, vowels and consonants alternate, and some letters come before or after only a few others.
 */
export function isCentral(western: string, central: string): boolean {
  let evidence = 0
  for (let at = 0; at < western.length; at += 1) {
    const letter = western[at] ?? ''
    if (letter !== central[at]) {
      const [before, after] = [western[at - 1], western[at + 1]].map(lettersOnly)
      evidence += UNKNOWN.test(letter)
        ? 3
        : UNKNOWN.test(central[at] ?? '')
          ? -3
          : weigh(letter, before, after)
    }
  }
  return evidence > 0
}

function lettersOnly(text: string | undefined): string {
  return text !== undefined && /[\p{L}£¥¯³¹¼¾]/u.test(text) ? text : ''
}

/**
 * How much a western letter and its neighbours, each of which may be missing, speak for the central European alphabet.
 */
function weigh(given: string, before = '', next = ''): number {
  const letter = given.toLowerCase()
  const after = next.toLowerCase()
  const former = before.toLowerCase()
  if (TURNED.includes(letter)) {
    // A soft ř is not followed by a hard y: Øyvind.
    return letter === 'ø' && after === 'y' ? -2 : kindOf(former) + kindOf(after)
  }
  if (SIGNS.includes(letter)) {
    return after !== '' ? 3 : former === '' ? 0 : 1
  }
  switch (letter) {
    case '¿':
      return former === '' ? -1 : 3
    case 'ª':
    case 'º':
      return after === '' ? -1 : 2
    case '¡':
    case '½':
    case '²':
      return -1
    case 'ÿ':
      // Ÿ is a capital letter, and ź occurs within words.
      return given === 'ÿ' ? -1 : 2
    case 'œ':
      return 'ueiot'.includes(after) && after !== '' ? -2 : 1
    case 'ñ':
      return isVowel(after) ? -2 : 2
    case 'ã':
      return after === '' ? 0 : 'oe'.includes(after) ? -2 : 1
    case 'õ':
      return after === 'e' ? -2 : 1
    case 'ê':
      return after === '' ? 0 : 'bdgkpz'.includes(after) || former === 'i' ? 1 : -1
    case 'ì':
    case 'ù':
      return after === '' ? -1 : 1
    case 'þ':
      return former === '' ? -1 : 1
    case 'ð':
      return former === '' || 'nl'.includes(former) ? 1 : -1
    default:
      return 0
  }
}

/** A vowel next to it speaks for a consonant, and a consonant for a vowel. */
function kindOf(letter: string): number {
  return letter === '' ? 0 : isVowel(letter) ? 1 : -1
}

function isVowel(letter: string): boolean {
  return letter !== '' && VOWELS.includes(letter)
}
