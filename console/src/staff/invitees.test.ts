import { expect, test } from 'vitest'
import { isAddress, readInvitees } from './invitees.ts'

const read = (list: string) => readInvitees(list).map(({ email, name }) => `${name} <${email}>`)

test('addresses stand one to a line, or are parted by commas, semicolons or white space', () => {
  const all = ['Ana <ana@x.org>', 'Ben <ben@x.org>', 'Cleo <cleo@x.org>']
  expect(read('ana@x.org\nben@x.org\r\n\n cleo@x.org ')).toEqual(all)
  expect(read('ana@x.org, ben@x.org;cleo@x.org,')).toEqual(all)
  expect(read('ana@x.org ben@x.org\tcleo@x.org')).toEqual(all)
  expect(read(' \n, ;')).toEqual([])
})

test('a name before the address is theirs, as mail programs and tables write it', () => {
  expect(read('Ana López <Ana@X.org>, "O’Brien, Jonah" <j.obrien@x.org>')).toEqual([
    'Ana López <ana@x.org>',
    'O’Brien, Jonah <j.obrien@x.org>',
  ])
  expect(read('Noemí 🌿\tnoemi@x.org\n<ruth@x.org>')).toEqual(['Noemí 🌿 <noemi@x.org>', 'Ruth <ruth@x.org>'])
})

test('without a name it is made of the address', () => {
  expect(read('ruth.amos@x.org, mary_ann-lee+vestry@x.org, ...@x.org')).toEqual([
    'Ruth Amos <ruth.amos@x.org>',
    'Mary Ann Lee <mary_ann-lee+vestry@x.org>',
    '...@x.org <...@x.org>',
  ])
})

test('whoever is named twice is invited once, and a long name is cut to what is kept', () => {
  expect(read('Ana <ana@x.org>, ANA@x.org')).toEqual(['Ana <ana@x.org>'])
  expect(readInvitees(`${'a'.repeat(200)} <ana@x.org>`)[0]?.name).toBe('a'.repeat(120))
})

test('what is no address stays as it was typed', () => {
  const list = 'ana@, <b>x</b>, Ben ben.x.org, c d@x.org e, "f@x.org'
  const wrong = readInvitees(list).filter(({ email }) => !isAddress(email))
  expect(wrong.map(({ text }) => text)).toEqual(list.split(', '))
  expect(isAddress(`${'a'.repeat(250)}@x.org`)).toBe(false)
})
