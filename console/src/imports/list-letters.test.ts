import { expect, test } from 'vitest'
import { differingWords, readingsOf } from './list-letters.ts'

/** The bytes of a text in an alphabet of Windows. */
function encode(text: string, alphabet: string): Uint8Array {
  const letters = new TextDecoder(alphabet).decode(Uint8Array.from({ length: 256 }, (_, code) => code))
  return Uint8Array.from([...text], (letter) => {
    expect(letters).toContain(letter)
    return letters.indexOf(letter)
  })
}

test.each([
  'Łukasz Wiśniewski',
  'Michał, Żaneta, Grażyna',
  'Katarzyna Kamińska',
  'Zięba; Wałęsa; Dąbrowska',
  'Jiří Dvořák',
  'Zdeněk Novák',
  'Růžena Kučerová',
  'Tomáš Řezníček',
  'Ľubica, Naďa, Maťko',
  'Erdős Győző',
  'Szűcs Jenő',
  'Ana Kovačič',
  'Đorđe Jovanović',
  'Anđela Marić',
  'Ştefan Adăscăliţei',
  'Ioana Rădulescu',
])('%s is read in the alphabet of Central Europe', (text) => {
  expect(readingsOf(encode(text, 'windows-1250'))[0]).toBe(text)
})

test.each([
  'Begoña Muñoz, 1º, Mª José',
  '¿Alergias? ¡Ojo!',
  'MUÑOZ IBÁÑEZ',
  'Hélène, Thérèse, Agnès',
  'François, Geneviève, Loïc, Anaïs',
  'sœur, cœur',
  'João Guimarães Simões',
  'Conceição, Inês',
  'Niccolò, Forlì, Gesù',
  'Søren Kierkegård, Jørgensen',
  'Øyvind Næss, Åse Løvås',
  'Håkan Öberg',
  'Guðrún Þórsdóttir',
  'Müller, Weiß, Jäger',
  'A½ b² £5 m³',
])('%s is read in the alphabet of the West', (text) => {
  expect(readingsOf(encode(text, 'windows-1252'))[0]).toBe(text)
})

test('where nothing but the alphabet tells two readings apart, both are offered', () => {
  expect(readingsOf(encode('Jiří', 'windows-1250'))).toEqual(['Jiří', 'Jiøí'])
  expect(readingsOf(encode('Muñoz', 'windows-1252'))).toEqual(['Muñoz', 'Muńoz'])
  expect(readingsOf(encode('Tomáš Žák', 'windows-1250'))).toEqual(['Tomáš Žák'])
  expect(readingsOf(new TextEncoder().encode('Jiří Muñoz'))).toEqual(['Jiří Muñoz'])
  expect(differingWords('Jiří Novák,Dvořák;Řád', 'Jiøí Novák,Dvoøák;Øád')).toEqual(['Jiří', 'Dvořák', 'Řád'])
})

test('what only Windows has is read too', () => {
  expect(readingsOf(new Uint8Array([0x80, 0x92, 0xf1, 0x61]))[0]).toBe('€’ña')
})

test.each([
  ['ÿab', [0xff, 0x61, 0x62]],
  ['þab', [0xfe, 0x61, 0x62]],
])('a text that begins like a mark of UTF-16 is none by that: %s', (text, bytes) => {
  expect(readingsOf(Uint8Array.from(bytes))).toContain(text)
})
