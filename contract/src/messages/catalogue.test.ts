import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LANGUAGE, LANGUAGE_TAGS } from './message-languages.ts'

const ROOT = join(import.meta.dirname, '../../..')
const english = readLanguage(DEFAULT_LANGUAGE)

test('every folder of texts belongs to a language of the list, and every language has its folder', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGE_TAGS].sort())
})

describe.each(LANGUAGE_TAGS)('the texts in %s', (language) => {
  const messages = readLanguage(language)

  test('are the same ones as in English, in the same files', () => {
    expect(areasOf(messages)).toEqual(areasOf(english))
  })

  test('are filled with the same values, and none is empty', () => {
    const valuesOf = (all: typeof messages) =>
      all.map(({ key, text }) => [key, [...placeholders(compileMessageOrThrow(text))].sort()])
    expect(valuesOf(messages)).toEqual(valuesOf(english))
    expect(messages.filter(({ text }) => text.trim() === '')).toEqual([])
  })

  test('name only the plurals that the language has', () => {
    const known = new Set([...new Intl.PluralRules(language).resolvedOptions().pluralCategories, 'other'])
    const unknown = messages.flatMap(({ key, text }) =>
      [...plurals(compileMessageOrThrow(text))]
        .filter((category) => !known.has(category as Intl.LDMLPluralRule) && !/^\d+$/.test(category))
        .map((category) => `${key}: ${category}`),
    )
    expect(unknown).toEqual([])
  })
})

test('no key is there twice, and each is used by the code', () => {
  const keys = english.filter(({ area }) => area !== 'authenticator').map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(500)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  const code = globSync('{console,server,cognito}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const named = new Set([...code.matchAll(/['"]([\w.-]+)['"]/g)].map(([, name]) => name))
  const made = [...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{[^}`]+\}([\w.-]*)/g)].map(
    ([, before = '', after = '']) =>
      new RegExp(`^${before.replaceAll('.', '\\.')}[\\w.-]+${after.replaceAll('.', '\\.')}`),
  )
  expect(keys.filter((key) => !named.has(key) && !made.some((pattern) => pattern.test(key)))).toEqual([])
})

type Message = { area: string; key: string; text: string }

function readLanguage(language: string): Message[] {
  const folder = join(import.meta.dirname, language)
  return readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>)
      .map(([key, text]) => ({ area: basename(file, '.json'), key, text }))
      .sort((one, other) => (one.key < other.key ? -1 : 1)),
  )
}

function areasOf(messages: Message[]): Record<string, string[]> {
  const areas = Map.groupBy(messages, ({ area }) => area)
  return Object.fromEntries([...areas].map(([area, all]) => [area, all.map(({ key }) => key)]))
}

function* placeholders(message: CompiledMessage): Generator<string> {
  for (const [name, , choices] of message.filter((part) => typeof part !== 'string')) {
    yield name
    for (const choice of Object.values(choices ?? {}).filter(Array.isArray)) {
      yield* placeholders(choice as CompiledMessage)
    }
  }
}

function* plurals(message: CompiledMessage): Generator<string> {
  for (const [, kind, choices] of message.filter((part) => typeof part !== 'string')) {
    for (const [category, choice] of Object.entries(choices ?? {})) {
      if (kind === 'plural' && category !== 'offset') {
        yield category
      }
      yield* plurals(Array.isArray(choice) ? (choice as CompiledMessage) : [])
    }
  }
}
