import { expect, test } from 'vitest'
import { forgetNews, isTold, onNews, takeNews } from './told-news.ts'

test('that the telling begins and ends is told by itself, also while a roll is open', () => {
  // Other tests have left what they told.
  forgetNews()
  const heard: (readonly string[])[] = []
  const stop = onNews((changed) => heard.push(changed))
  takeNews({ sunday_school: 3, 'class/7': 4 })
  expect(heard).toEqual([[], ['class/7']])
  takeNews({ sunday_school: 4, 'class/7': 4 })
  takeNews({ sunday_school: 4, 'class/7': 4 })
  takeNews(undefined)
  expect(heard.slice(2)).toEqual([['sunday_school'], []])
  expect(isTold()).toBe(false)
  stop()
})
