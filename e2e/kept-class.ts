import type { Page } from '@playwright/test'
import type { Roll } from '@vestry/contract/calls/attendance.ts'
import { planClass, twelve } from './attendance-church.ts'
import { expect } from './fixtures.ts'

const MADRID = { timeZone: 'Europe/Madrid' }
export const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
export const lost = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection since' })

let minute = 9

/** A class of this evening with three children, whose roll the visitor's browser keeps without opening it. */
export async function keptClass(page: Page, origin: string, title: string, parent_contact = '') {
  minute += 1
  const today = new Intl.DateTimeFormat('sv-SE', MADRID).format(new Date())
  const session_datetime = `${today}T23:${minute}:00`
  const children = twelve(` ${title}`)
    .slice(0, 3)
    .map((child) => ({ ...child, parent_contact }))
  const made = await planClass(page, title, children, { session_datetime })
  const kept = page.waitForResponse((answer) => answer.url().includes(`roll-call?class_id=${made.id}`))
  await page.goto(`${origin}/today`)
  await (await kept).finished()
  await expect.poll(() => keptValues(page)).toBeGreaterThan(0)
  return made
}

/** The roll as it is on the server, whatever the line to it. */
export async function rollOver(origin: string, idToken: string, id: number): Promise<Roll['children']> {
  const headers = { authorization: `Bearer ${idToken}` }
  const answer = await fetch(`${origin}/api/attendance/roll-call?class_id=${id}`, { headers })
  return ((await answer.json()) as { roll: Roll }).roll.children
}

/** How much this browser keeps of rolls. */
export async function keptValues(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('vestry.rolls')
        request.onsuccess = () => {
          const { result } = request
          if (!result.objectStoreNames.contains('values')) {
            result.close()
            resolve(0)
            return
          }
          const count = result.transaction('values').objectStore('values').count()
          count.onsuccess = () => {
            result.close()
            resolve(count.result)
          }
        }
      }),
  )
}

/** The names of what this browser keeps of marks that were not sent. */
export async function keptMarks(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    Object.keys(localStorage).filter((name) => /^vestry\.(marks|roll)\./.test(name)),
  )
}
