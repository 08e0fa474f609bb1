import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const FFMPEG = process.env.FFMPEG ?? 'ffmpeg'

/** Makes a recording of sound, one of sound and picture, and a poster in `folder`. */
export function makeRecordings(folder: string): void {
  const make = (args: string[], name: string) =>
    execFileSync(FFMPEG, ['-v', 'error', '-y', ...args, join(folder, name)])
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:duration=6']
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15:duration=6']
  make([...tone, '-b:a', '64k'], 'morning sermon.mp3')
  make(
    [...picture, ...tone, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'],
    'evening.mp4',
  )
  make(['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=1:duration=1', '-frames:v', '1'], 'poster.jpg')
}

/** Publishes a sermon with a poster, plays it, gives it the other recording, plays that, and deletes it. */
export async function walkThroughSermon(
  page: Page,
  folder: string,
  { title, recording, kind }: { title: string; recording: string; kind: 'audio' | 'video' },
): Promise<void> {
  await page.goto('/preaching')
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await chooseRecording(page, join(folder, recording))
  await page.locator('input[type=file][accept*="image"]').setInputFiles(join(folder, 'poster.jpg'))
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Item successfully created')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/preaching$/)
  await expect(page.getByText(title)).toBeVisible()

  await openRowAction(page, title, 'Edit')
  await expect(page.getByRole('heading', { name: 'Edit Preaching Item' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: /^View/ }).first().click()
  await plays(page, kind)

  await page.getByLabel('Title').fill(`${title}, edited`)
  await chooseRecording(page, join(folder, kind === 'audio' ? 'evening.mp4' : 'morning sermon.mp3'))
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Item successfully updated')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await openRowAction(page, `${title}, edited`, 'Edit')
  await page.getByRole('button', { name: /^View/ }).first().click()
  await plays(page, kind === 'audio' ? 'video' : 'audio')

  await page.goto('/preaching')
  await openRowAction(page, `${title}, edited`, 'Delete')
  await expect(page.getByText('Are you sure you want to delete this item?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Item successfully deleted')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText(`${title}, edited`)).toHaveCount(0)
}

async function chooseRecording(page: Page, file: string) {
  await page.locator('input[type=file][accept*="audio"]').setInputFiles(file)
}

async function plays(page: Page, kind: 'audio' | 'video') {
  const player = page.locator(kind)
  await player.evaluate((element: HTMLMediaElement) => element.play())
  await expect
    .poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime))
    .toBeGreaterThan(0.2)
}

async function openRowAction(page: Page, title: string, action: 'Edit' | 'Delete') {
  const row = page.getByRole('row').filter({ hasText: title })
  await row.waitFor()
  const direct = row.getByRole(action === 'Edit' ? 'link' : 'button', { name: new RegExp(`^${action} `) })
  if (await direct.isVisible()) {
    await direct.click()
    return
  }
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
