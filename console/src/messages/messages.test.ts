import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentLanguage, onLanguageChange, setLanguage, startMessages } from './messages.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('the language is that which was chosen before, else the first that somebody prefers', async () => {
  await startMessages(async () => ['es'])
  expect(currentLanguage()).toBe('es')
  await setLanguage('en')
  const seldomAsked = vi.fn(async () => ['es'])
  await startMessages(seldomAsked)
  expect(currentLanguage()).toBe('en')
  expect(seldomAsked).not.toHaveBeenCalled()
})

test('who listens hears of another language until they stop', async () => {
  await startMessages(async () => ['en'])
  const heard: string[] = []
  const stop = onLanguageChange(() => heard.push(currentLanguage()))
  await setLanguage('es')
  expect(heard.at(-1)).toBe('es')
  stop()
  await setLanguage('en')
  expect(heard.at(-1)).toBe('es')
})
