import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { readMessages } from './compile-messages.ts'

const WORDS = fileURLToPath(new URL('../src/messages', import.meta.url))
const english = await readMessages(WORDS, 'en')
const spanish = await readMessages(WORDS, 'es')

describe('the console says in Spanish what it says in English', () => {
  test('no text is missing in either language', () => {
    expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort())
    expect(english.size).toBeGreaterThan(50)
  })

  test('every text is filled with the same values', () => {
    const valuesOf = (words: Map<string, string>) =>
      Object.fromEntries([...words].map(([key, text]) => [key, placeholders(text)]))
    expect(valuesOf(spanish)).toEqual(valuesOf(english))
  })

  test('no text is empty', () => {
    const empty = [...english, ...spanish].filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  })
})

test('a text that stands twice fails the build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'words-'))
  await writeFile(join(folder, 'one.en.json'), '{"list.title":"List"}')
  await writeFile(join(folder, 'two.en.json'), '{"list.title":"Other"}')
  await expect(readMessages(folder, 'en')).rejects.toThrow('The text "list.title" stands twice')
})

test('the texts of one part are read without those of the others', async () => {
  const areas = new Set<string>()
  const none = await readMessages(WORDS, 'en', (area) => areas.add(area).size === 0)
  expect([...areas]).toContain('attendees')
  expect(none.size).toBe(0)
  const attendees = await readMessages(WORDS, 'en', (area) => area === 'attendees')
  expect([...attendees.keys()].every((key) => key.startsWith('attendees.'))).toBe(true)
})

function placeholders(text: string): string[] {
  const names = new Set<string>()
  const visit = (message: CompiledMessage) => {
    for (const part of message) {
      if (typeof part === 'string') {
        continue
      }
      names.add(part[0])
      const choices = part[2]
      if (typeof choices === 'object' && choices !== null) {
        Object.values(choices).filter(Array.isArray).forEach(visit)
      }
    }
  }
  visit(compileMessageOrThrow(text))
  return [...names].sort()
}
