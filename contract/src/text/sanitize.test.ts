import { describe, expect, test } from 'vitest'
import { changesNumbers } from '../rules/changes-numbers.ts'
import { cleanedTo, sanitize, sanitizeLines, sanitizeSearch } from './sanitize.ts'

describe('script and HTML tags', () => {
  test.each([
    ['<script>alert(1)</script>Grace', 'Grace'],
    ['<SCRIPT src="//x">alert(1)', ''],
    ['<b>Bold</b> faith', 'Bold faith'],
    ['<img src=x onerror=alert(1)>Hope', 'Hope'],
    ['<scr<script>x</script>ipt>alert(1)</script>', ''],
    ['<img src=x onerror=alert(1)', ''],
    ['<\u200bscript>alert(1)</script>Hope', 'Hope'],
    ["<a title='O'Brien'>O'Brien</a>", 'OʼBrien'],
    ['no milk<br>no eggs', 'no milk no eggs'],
    ['milk<script>x</script>eggs', 'milk eggs'],
    ['<<b>script>alert(1)</script>', 'alert 1'],
  ])('are stripped: %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })
})

describe('e-mail, phone and date shapes', () => {
  test.each([
    ['maria.lopez+kids@example.org', 'maria.lopez+kids@example.org'],
    ["o'neil@example.org", 'oneil@example.org'],
    ['1/2@example.org', '1-2@example.org'],
    ['+1 (305) 555-0142', '+1 (305) 555-0142'],
    ['(+34) 600 000 000', '(+34) 600 000 000'],
    ['2026-05-03', '2026-05-03'],
    ['3/5/2026', '3/5/2026'],
    ['2026-05-03T10:30', '2026-05-03T10:30'],
  ])('are kept: %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })

  test.each([
    ['Ana: ana_l@mail.example.org, +34 600-11-22-33!', 'Ana ana_l@mail.example.org, +34 600-11-22-33'],
    ['ana@example.org.', 'ana@example.org.'],
    ['ana@example.org; Ben (ben@example.org)', 'ana@example.org Ben ben@example.org'],
    ['Mum (+34) 600 112 233, Dad +353 (0)87 123-4567', 'Mum +34 600 112 233, Dad +353 0-87 123-4567'],
    ['Mum:ana@example.org/ben@example.org', 'Mum ana@example.org ben@example.org'],
    ['Mum:+34 600 112 233', 'Mum +34 600 112 233'],
    ['5 + 3 a@b x@@y.org', '5 3 a b x y.org'],
    ['+34 60', '+34 60'],
    ['call +34 60', 'call 34 60'],
  ])('are kept in the middle of a text too: %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })
})

describe('a text', () => {
  test.each([
    ['José & María', 'José María'],
    ['Ñandú, “Él” – 3:16', 'Ñandú, Él 3.16'],
    ['Юность 恵み हिन्दी', 'Юность 恵み हिन्दी'],
    ["Robert'); DROP TABLE--", 'Robert DROP TABLE--'],
    ['a_b-c,d.e', 'a_b-c,d.e'],
    ['  two \n\t words  ', 'two words'],
    ['2 < 3', '2 3'],
    ['%$#', ''],
    ['👧🏽 Zoë 👨‍👩‍👧', 'Zoë'],
  ])('keeps only letters, digits, spaces and - _ , . : %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })

  test.each([
    ["O'Brien", 'OʼBrien'],
    ['O’Brien-Smith', 'OʼBrien-Smith'],
    ['N`Diaye', 'NʼDiaye'],
    ['N´Diaye', 'NʼDiaye'],
    ['d‘Angelo', 'dʼAngelo'],
    ['D′Arcy', 'DʼArcy'],
    ["O''Brien", 'OʼBrien'],
    ["Rock'n'Roll", 'RockʼnʼRoll'],
    ['OʼBrien', 'OʼBrien'],
    ['Мар’яна', 'Марʼяна'],
    ['Kaʻahumanu', 'Kaʻahumanu'],
    ["'t Hooft", 't Hooft'],
    ["'Anna'", 'Anna'],
    ['ʼ', ''],
    ["5'3", '5-3'],
    ['5ʼ3', '5-3'],
  ])('keeps an apostrophe between two letters as a letter: %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })

  test.each([
    ['Man\u0303ana', 'Ma\u00f1ana'],
    ['e(\u0301', '\u00e9'],
    ['\u0301 Ana', 'Ana'],
    ['Q\u0323\u0301', 'Q\u0323\u0301'],
  ])('has its accents on their letters, in one form: %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })

  test.each([
    ['Ma\u200bría\ufeff', 'María'],
    ['\u202eanA\u202c', 'anA'],
    ['\u2066Ana\u2069', 'Ana'],
    ['Ma\u00adría', 'María'],
    ['\u3164\u115f\u1160\uffa0', ''],
    ['葛\u{e0100}城', '葛城'],
    ['A\u0000na\u0007', 'Ana'],
    ['Ana\u2028Lu\u00a0Mo', 'Ana Lu Mo'],
    ['A\u200dn\u200ca', 'Ana'],
    ['\ud83d', ''],
  ])('has no sign that nobody sees: %j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })

  test.each(['علی\u200cرضا', 'ශ්\u200dරී', 'ক্\u200dষ', 'क्\u200dष', 'র\u200d্য'])(
    'keeps the joiners that its script spells with: %j',
    (text) => {
      expect(sanitize(text)).toBe(text)
      expect(sanitize(`\u200d${text}\u200c`)).toBe(text)
    },
  )
})

describe('what only a sign parted stays apart', () => {
  test.each([
    ['Give 1/2 tablet at 11:30', 'Give 1-2 tablet at 11.30'],
    ['1⁄2, 1 / 2, 2–3, 2 – 3, 2 −3', '1-2, 1 - 2, 2-3, 2 - 3, 2-3'],
    ['at 10:30:15, 1:2, Psalm 119:105', 'at 10.30.15, 1-2, Psalm 119-105'],
    ['no milk/eggs', 'no milk eggs'],
    ['nuts&milk;eggs', 'nuts milk eggs'],
    ['2x/day', '2x day'],
    ['room a/1', 'room a 1'],
    ['Ana🙂Luis', 'Ana Luis'],
    ['1.)2 tablets, 2/.5', '1. 2 tablets, 2 .5'],
    ['a(\u0301b', 'á b'],
    ['born 3/5/2026', 'born 3-5-2026'],
    ['(Ana), {Luis}', 'Ana, Luis'],
  ])('%j', (text, clean) => {
    expect(sanitize(text)).toBe(clean)
  })

  test('whatever words, numbers and signs are strung together', () => {
    const signs = '/|:|;|&|+|*|(|)|"|–|½|·|°|%|=|@|!|?|{|}|[|]|~|^|\\|€|🙂| |  |. |, |/ | /|: |<3 |> '.split(
      '|',
    )
    const words = ['milk', 'eggs', 'É', '恵', '김', 'ñu', '1', '2', '11', '30', '007', '٣']
    const wordsOf = (text: string) => text.match(/\p{L}+|\p{N}+/gu)
    const pick = picker()
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + pick(9) }, () => pickFrom(words, pick) + pickFrom(signs, pick))
      const typed = `${text.join('')} end`
      expect({ typed, words: wordsOf(sanitize(typed)) }).toEqual({ typed, words: wordsOf(typed) })
    }
  })

  test('no number comes about that nobody typed, whatever else stands in the text', () => {
    for (const text of nastyTexts(20_000)) {
      const numbers = (from: string) => from.match(/\p{N}+/gu) ?? []
      const typed = numbers(text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu, ''))
      for (const line of [sanitize(text), sanitizeLines(text)]) {
        expect({
          text,
          invented: numbers(line).filter((one) => !typed.some((whole) => whole.includes(one))),
        }).toEqual({
          text,
          invented: [],
        })
      }
    }
  })
})

describe('a text of several lines', () => {
  test.each([
    ['Nuts & milk:\r\n  none \n\n\n\nGive 1/2 tablet\n', 'Nuts milk\nnone\n\nGive 1-2 tablet'],
    ['one\u2028two\rthree', 'one\ntwo\nthree'],
    ['<script>\nalert(1)\n</script>\nNo nuts', 'No nuts'],
    ['temperature <normal\nNo nuts', 'temperature\nNo nuts'],
    ['Mum\n+1 (305) 555-0142\nana@example.org', 'Mum\n+1 (305) 555-0142\nana@example.org'],
    ['\n \n', ''],
  ])('keeps its lines: %j', (text, clean) => {
    expect(sanitizeLines(text)).toBe(clean)
  })

  test('stays as it is once it is clean', () => {
    for (const text of nastyTexts(20_000)) {
      const clean = sanitizeLines(text)
      expect({ text, again: sanitizeLines(clean) }).toEqual({ text, again: clean })
      expect(clean.split('\n').map(sanitize)).toEqual(clean.split('\n'))
    }
  })
})

test.each([
  ['john 3:16', 'john 316'],
  ['Q&A', 'QA'],
  ['<b>lambs</b>', 'lambs'],
  ['ana@example.org', 'ana@example.org'],
])('what is searched for leaves nothing where a sign was: %j', (text, clean) => {
  expect(sanitizeSearch(text)).toBe(clean)
})

describe('whether cleaning changes the numbers of a text', () => {
  test.each([
    'Give 1/2 tablet',
    'at 11:30',
    '2 – 3 tablets',
    '3 (4 on Sundays)',
    'below 50%',
    '>38 is fever',
    '<b 5 ml>',
    '600 112 233; 600 445 566',
    'Media pastilla o 1/2',
    'frozen at –5',
    '1 (2) tablets',
  ])('%j: yes', (text) => {
    expect(changesNumbers(text, sanitize(text))).toBe(true)
  })

  test.each([
    'no milk/eggs',
    '5 tablets!',
    '(5)',
    'a 1-2, 3.5 & b',
    '+34 600 112 233',
    'room 3:',
    '"7"',
    'Mum (305) 555-0142 (305)555-0143 mum@example.org',
    'Dad +353 (0)87 123-4567',
    '<script>1</script>a&',
  ])('%j: no', (text) => {
    expect(changesNumbers(text, sanitize(text))).toBe(false)
  })
})

test('what is clean stays as it is and holds nothing else, whatever was typed', () => {
  const allowed = /^[\p{L}\p{M}\p{N}\p{Join_C} \-_,.@%+:/()]*$/u
  for (const text of nastyTexts(20_000)) {
    const clean = sanitize(text)
    expect({ text, again: sanitize(clean) }).toEqual({ text, again: clean })
    expect(clean).toMatch(allowed)
    expect(clean).toBe(clean.trim().normalize('NFC'))
    expect(clean.length).toBeLessThanOrEqual(text.normalize('NFC').length)
  }
})

test('a long text is cleaned to its end, whatever it is made of', () => {
  for (const part of [
    '1',
    '1 ',
    'a@',
    "a'",
    '<',
    '<script>',
    '<scr',
    '(',
    '+1',
    'a.',
    '\u200d',
    '\u0301',
    '- ',
  ]) {
    for (const text of [part.repeat(20_000 / part.length), `${part.repeat(20_000 / part.length)}!`]) {
      const clean = sanitize(text)
      expect(sanitize(clean)).toBe(clean)
    }
  }
})

describe('what a text would be saved as', () => {
  test.each([
    ["  O'Brien \n", undefined],
    ['O’Brien', undefined],
    ['Man\u0303ana', undefined],
    ['Ana\u200b', undefined],
    ['ana@example.org', undefined],
    ['', undefined],
    ['   ', undefined],
    ['Ana & Luis', 'Ana Luis'],
    ['3:16', '3.16'],
    ['<b>Ana</b>', 'Ana'],
    ['👧', ''],
    ["'t Hooft", 't Hooft'],
    ["o'neil@example.org", 'oneil@example.org'],
  ])('is told where it reads otherwise: %j', (text, cleaned) => {
    expect(cleanedTo(text)).toBe(cleaned)
  })

  test.each([
    ['one\n\n\n\n two\r\n', undefined],
    ['one\ntwo & three', 'one\ntwo three'],
  ])('is told of several lines, too: %j', (text, cleaned) => {
    expect(cleanedTo(text, true)).toBe(cleaned)
  })
})

/** Texts made at random from what has caused trouble before; the same ones each time. */
function nastyTexts(count: number): string[] {
  const parts =
    'a|É|ñ|恵|김|ع|ر|क|्|ශ|𐐷|7|12|34|.|-|_|,| |\t|\n|<|>|</|<b|<script>|</script>|<!--|@|a@b.co|+|(|)|:|/|%|;|&|"|\\|!|\'|’|ʼ|`|\u0301|\u0327|\u200b|\u200c|\u200d|\u202e|\u2066|\ufeff|\u0000|\u3164|\ufe0f|\u00a0|\u2028|👧🏽|\ud800|2026-05-03|10:30|ﬁ|½|⁷'.split(
      '|',
    )
  const pick = picker()
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + pick(12) }, () => pickFrom(parts, pick)).join(''),
  )
}

/** Whole numbers below `most`, at random but the same ones each time. */
function picker(): (most: number) => number {
  let seed = 42
  return (most) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * most)
  }
}

function pickFrom(choices: readonly string[], pick: (most: number) => number): string {
  return choices[pick(choices.length)] ?? ''
}
