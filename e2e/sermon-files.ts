import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dismiss, publish } from './church-calls.ts'
import { test as base, expect } from './fixtures.ts'

/** Makes small recordings and pictures for the sermon's form, some of which can't be taken. */
function makeSermonFiles(folder: string): (name: string) => string {
  mkdirSync(folder)
  const file = (name: string) => join(folder, name)
  const make = (...recipe: string[]) =>
    execFileSync(process.env.FFMPEG ?? 'ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', ...recipe])
  const picture = ['-i', 'testsrc2=size=64x64:rate=10:duration=4']
  // Any place may be the loudest in what is as loud throughout, so that all of it is looked at closely.
  const begunLoudly = "volume='if(lt(t,1),1,0.4)':eval=frame"
  make('-i', 'sine=frequency=220:duration=65', '-af', begunLoudly, '-b:a', '32k', file('psalm.mp3'))
  make(...picture, '-c:v', 'mpeg4', file('old-codec.mp4'))
  make(...picture, '-movflags', '+faststart', file('whole.mp4'))
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=4']
  make(...picture, ...tone, '-c:v', 'mjpeg', '-c:a', 'aac', file('motion-jpeg.mov'))
  make(...picture, '-frames:v', '1', file('poster.png'))
  make('-i', 'testsrc2=size=640x360:rate=1:duration=1', '-frames:v', '1', file('banner.jpg'))
  make('-i', 'testsrc2=size=2000x1500:rate=1:duration=1', '-frames:v', '1', file('large.jpg'))
  copyFileSync(file('psalm.mp3'), file('2026-11-22 Grace - Ada Quince.mp3'))
  const whole = readFileSync(file('whole.mp4'))
  writeFileSync(file('truncated.mp4'), whole.subarray(0, whole.length / 2))
  writeFileSync(file('broken.mp4'), 'This is no film.')
  writeFileSync(file('notes.txt'), 'Only notes.')
  writeFileSync(file('empty.mp3'), '')
  return file
}

type Given = {
  /** The path of one of the small recordings and pictures, such as `psalm.mp3`. */
  file: (name: string) => string
  /** Fills in a new sermon with a recording, and leaves the rest as it is. */
  fillNew: (page: Page, title: string) => Promise<void>
}

let sermonFile: Given['file'] | undefined

/** Tests that are given files for the sermon's form. */
export const test = base.extend<Given>({
  file: async ({ folder }, use) => {
    sermonFile ??= makeSermonFiles(join(folder, 'sermon'))
    await use(sermonFile)
  },
  fillNew: async ({ file }, use) => {
    await use(async (page, title) => {
      await page.goto('/preaching/new')
      await fillSermon(page, title, file('psalm.mp3'))
    })
  },
})

/** Holds the uploads of recordings until the answer is called, and has the store refuse them then. */
export async function refuseRecordings(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/s3/**/*.mp3', async (route) => {
    if (route.request().method() !== 'PUT') {
      return await route.continue()
    }
    await held.promise
    await route.fulfill({ status: 403, body: '' })
  })
  return held.resolve
}

export const recordingInput = (page: Page) => page.locator('input[type=file][accept*="audio"]')
export const posterInput = (page: Page) => page.locator('input[type=file][accept*="image"]')

/** Fills in what a new sermon needs, on the page that is open. */
export async function fillSermon(page: Page, title: string, recording: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await recordingInput(page).setInputFiles(recording)
}

/** Publishes a sermon by its form, on whichever server, and waits until it is there. */
export async function publishRecording(
  page: Page,
  {
    title,
    recording,
    poster,
    origin = '',
  }: { title: string; recording: string; poster?: string; origin?: string },
) {
  await page.goto(`${origin}/preaching/new`)
  await fillSermon(page, title, recording)
  if (poster !== undefined) {
    await posterInput(page).setInputFiles(poster)
  }
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
}

/** Publishes a sermon without a screen and opens its form; returns its uuid. */
export async function openEdit(page: Page, title: string) {
  const uuid = await publish(page, { localizedname: title })
  await page.goto(`/preaching/edit/${uuid}`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  return uuid
}
