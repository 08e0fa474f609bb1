import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildPhoto } from '../server/src/testing/build-photo.ts'
import { enter, openAttendance, planClass } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { enrol, expectNoSidewaysScroll } from './classes-church.ts'
import { expect, NOBODY, signIn, test } from './fixtures.ts'

const LIST = '/sunday-school/attendees'
const RED = [255, 0, 0]
const BLUE = [0, 0, 255]

/** A photo as a phone held upright takes it: it lies on its side, and says so. Upright, it is red above blue. */
function photoOf(folder: string, name: string, { width, height }: { width: number; height: number }) {
  const flat = join(folder, `flat-${name}`)
  execFileSync(process.env.FFMPEG ?? 'ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=red:s=${width}x${height}`],
    ...['-vf', 'drawbox=x=iw/2:w=iw/2:h=ih:color=blue:t=fill,format=yuvj444p', '-frames:v', '1', '-q:v', '2'],
    flat,
  ])
  const jpeg = readFileSync(flat)
  const turned = Buffer.concat([jpeg.subarray(0, 2), ORIENTATION, jpeg.subarray(2)])
  const file = join(folder, name)
  writeFileSync(file, turned)
  return file
}

/** An APP1 segment whose one entry, of the tag 0x0112, says that the picture is to be turned right (CIPA DC-008). */
const ORIENTATION = Buffer.from(
  'ffe10022' + '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000',
  'hex',
)

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Photo of / })
const stage = (page: Page) => dialog(page).getByRole('group')
const picture = (page: Page) => page.locator('main img')
const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  dialog(page).locator('input[type=file]').first().setInputFiles(file)

/** The colours of a picture near its top, in its middle and near its bottom. */
function coloursOf(page: Page, address: string) {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    const at = (part: number) => [
      ...context.getImageData(image.width / 2, Math.floor(image.height * part), 1, 1).data.slice(0, 3),
    ]
    return { side: [image.width, image.height], top: at(0.1), bottom: at(0.9) }
  }, address)
}

function expectColour(seen: number[], wanted: number[]) {
  const apart = Math.max(...seen.map((part, at) => Math.abs(part - (wanted[at] ?? 0))))
  expect(apart, `${seen} is ${wanted}`).toBeLessThan(40)
}

type Photo = { photo: string; small: string; large: string }
const photoIn = (page: Page, id: number) => callAs<Photo>(page, 'GET', `/attendees/photo?attendee_id=${id}`)

test('a photo is chosen, cut, saved upright, seen in lists and on the roll, undone and removed @phone', async ({
  staffPage: page,
  folder,
  checkAccessibility,
}, { project }) => {
  const last_name = `OʼFace ${project.name}`
  const other = { first_name: 'Zoë', last_name }
  const made = await planClass(page, `Faces ${project.name}`, [other])
  const id = await enter(page, { first_name: 'Ada', last_name })
  await enrol(page, made.series_id, [id])
  await page.goto(`${LIST}/${id}`)
  await expect(picture(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await expect(dialog(page)).toHaveAccessibleName(`Photo of Ada ${last_name}`)
  await expect(dialog(page).getByRole('button', { name: 'Take a photo' })).toHaveCount(
    project.name === 'phone' ? 1 : 0,
  )
  await expect(dialog(page).getByRole('button', { name: 'Remove the photo' })).toHaveCount(0)
  await choose(page, photoOf(folder, 'upright.jpg', { width: 4000, height: 3000 }))
  await expect(stage(page)).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await dialog(page).getByRole('button', { name: 'Save photo' }).dblclick()
  await expect(dialog(page)).toBeHidden()
  await expect(picture(page)).toBeVisible()
  const whole = await photoIn(page, id)
  const large = await coloursOf(page, whole.large)
  const small = await coloursOf(page, whole.small)
  expect([large.side, small.side]).toEqual([
    [384, 384],
    [96, 96],
  ])
  for (const { top, bottom } of [large, small]) {
    expectColour(top, RED)
    expectColour(bottom, BLUE)
  }

  // Only the lower half is left of it once it is moved down by the keys and enlarged.
  await page.getByRole('button', { name: 'Change the photo' }).click()
  await choose(page, join(folder, 'upright.jpg'))
  await expect(stage(page)).toBeFocused()
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await dialog(page).getByRole('slider', { name: 'Zoom' }).fill('2')
  await stage(page).focus()
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await dialog(page).getByRole('button', { name: 'Save photo' }).click()
  await expect(page.getByText('Photo saved')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  const lower = await coloursOf(page, (await photoIn(page, id)).large)
  expectColour(lower.top, BLUE)
  expectColour(lower.bottom, BLUE)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored')).toBeVisible()
  expect(await photoIn(page, id)).toEqual(whole)
  await expect(picture(page)).toHaveAttribute('src', whole.large)

  await page.goto(`${LIST}?search=${encodeURIComponent(last_name)}`)
  await expect(picture(page)).toHaveAttribute('src', whole.small)
  await expect(page.getByRole('link', { name: `Zoë ${last_name}`, exact: true })).toBeVisible()
  await checkAccessibility(page)
  await page.goto(`/sunday-school/classes/roster/${made.series_id}`)
  await expect(picture(page)).toHaveAttribute('src', whole.small)
  await checkAccessibility(page)
  await openAttendance(page, made)
  const row = page.locator(`[data-child="${id}"]`)
  await expect(row.locator('img')).toHaveAttribute('src', whole.small)
  await expect(page.locator('[data-initials]')).toHaveCount(1)
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(row.locator('img')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`${LIST}/${id}`)
  await page.getByRole('button', { name: 'Change the photo' }).click()
  await dialog(page).getByRole('button', { name: 'Remove the photo' }).click()
  await expect(page.getByText('Photo removed')).toBeVisible()
  await expect(picture(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(picture(page)).toHaveAttribute('src', whole.large)
})

test('what is no picture is refused in a sentence, and another’s change is not overwritten unseen', async ({
  openPage,
  folder,
}) => {
  const page = await openPage({ expectFailures: /status of 409/ })
  const id = await enter(page, { first_name: 'Ben', last_name: 'Refused' })
  await page.goto(`${LIST}/${id}`)
  await page.getByRole('button', { name: 'Add a photo' }).click()
  const alert = dialog(page).getByRole('alert')
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
  await choose(page, { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer })
  await expect(alert).toContainText('This browser can’t open HEIC pictures.')
  await choose(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer })
  await expect(alert).toContainText('This file is not a picture that the browser can open.')
  await choose(page, { name: 'IMG_2.heif', mimeType: 'image/jpeg', buffer })
  await expect(alert).toContainText('This browser can’t open HEIC pictures.')
  await choose(page, { name: 'broken.jpg', mimeType: 'image/jpeg', buffer })
  await expect(alert).toContainText('This file is not a picture that the browser can open.')
  await expect(stage(page)).toBeHidden()

  const file = photoOf(folder, 'ben.jpg', { width: 400, height: 300 })
  await choose(page, file)
  await expect(stage(page)).toBeVisible()
  await expect(alert).toBeHidden()
  const theirs = buildPhoto('Ben')
  await callAs(page, 'PUT', '/attendees/photo', { attendee_id: id, ...theirs })
  await dialog(page).getByRole('button', { name: 'Save photo' }).click()
  await expect(alert).toContainText('Someone else has changed this photo')
  expect(await photoIn(page, id)).toMatchObject(theirs)
  await expect(picture(page).first()).toHaveAttribute('src', theirs.large)
  await dialog(page).getByRole('button', { name: 'Save photo' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await photoIn(page, id)).not.toMatchObject(theirs)
  await expect(picture(page)).not.toHaveAttribute('src', theirs.large)
})

test('no photo is left in the browser after signing out', async ({ openPage, server }) => {
  // A sign-in of its own: to sign out ends it on the server, too.
  const page = await openPage({ storageState: NOBODY })
  await signIn(page, server)
  const id = await enter(page, { first_name: 'Cleo', last_name: 'Gone' })
  const { large } = buildPhoto('Cleo')
  await callAs(page, 'PUT', '/attendees/photo', { attendee_id: id, ...buildPhoto('Cleo') })
  await page.goto(`${LIST}/${id}`)
  await expect(picture(page)).toHaveAttribute('src', large)
  const isKept = () =>
    page.evaluate(async () => {
      const stored = [localStorage, sessionStorage].map((place) => JSON.stringify(place)).join('')
      return {
        stored: stored.includes('data:image'),
        caches: await caches.keys(),
      }
    })
  expect(await isKept()).toEqual({ stored: false, caches: [] })
  const answer = page.waitForResponse(/attendees\/photo/)
  await page.reload()
  expect((await answer).headers()['cache-control']).toContain('no-store')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await isKept()).toEqual({ stored: false, caches: [] })
  expect(await page.content()).not.toContain('data:image/png')
})
