import { expect, test } from 'vitest'
import { scaleOf, tokensWith } from './accents.ts'
import { schemeTokens } from './tokens.ts'

const SCALES = {
  teal: '#f0fdfa #ccfbf1 #99f6e4 #5eead4 #2dd4bf #14b8a6 #0d9488 #0f766e #115e59 #134e4a',
  blue: '#f6faff #e5f1ff #cfe3fe #b1d2fd #89bcfd #56a1ff #3681da #2c67ae #24528a #204572',
  indigo: '#f8f9ff #eceefe #dbdffe #c6cbfe #abb1fd #8e92fe #7072da #595bae #47498a #3b3d72',
  purple: '#fbf8ff #f5ebff #ebd8fe #e0c0fe #d29ffd #bd7ef1 #9865c2 #7a519b #61417b #503766',
  plum: '#fff7fb #fee8f4 #ffd3ea #ffb5de #fe8dd0 #e86eb8 #bb5894 #954676 #77395e #62304e',
} as const

test.each(Object.keys(SCALES) as (keyof typeof SCALES)[])(
  'each colour of %s is as light as that of teal, in its own hue',
  (accent) => {
    expect(scaleOf(accent).join(' ')).toBe(SCALES[accent])
  },
)

test('an accent colours what is accented, and nothing else', () => {
  const { light } = schemeTokens
  const changed = Object.entries(tokensWith('plum', 'light')).filter(
    ([name, colour]) => colour !== light[name as keyof typeof light],
  )
  const names = changed.map(([name]) => name)
  expect(names).toContain('focus')
  expect(names.filter((name) => name !== 'focus' && !name.startsWith('accent'))).toEqual([])
  expect(tokensWith('teal', 'light')).toEqual(light)
})
