import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PreachingItemDetail } from '@vestry/contract/preaching.ts'
import { callAs, dismiss, findSermons } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { fillSermon, test } from './sermon-files.ts'

const FFMPEG = process.env.FFMPEG ?? 'ffmpeg'
/** Pink noise that comes and goes as words do. */
const VOICE =
  "anoisesrc=color=pink:seed=3:duration=40:amplitude=0.5,volume='0.2+0.8*abs(sin(2.3*t))':eval=frame"

function make(folder: string, name: string, ...recipe: string[]): string {
  const file = join(folder, name)
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...recipe, file])
  return file
}

/** What ffmpeg measures of a file, in LUFS. */
function loudnessOf(file: string): number {
  const { stderr } = spawnSync(FFMPEG, ['-hide_banner', '-i', file, '-af', 'ebur128', '-f', 'null', '-'], {
    encoding: 'utf8',
  })
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary:')))?.[1])
}

async function create(page: Page, title: string, recording: string) {
  await page.goto('/preaching/new')
  await fillSermon(page, title, recording)
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  const [{ uuid = '' } = {}] = await findSermons(page, title)
  return await callAs<PreachingItemDetail>(page, 'GET', `/preachingManagement/item?uuid=${uuid}`)
}

test('the sound is measured while a recording is prepared, and its waveform is played along and sought by', async ({
  staffPage: page,
  checkAccessibility,
  folder,
}) => {
  const voice = make(folder, 'voice.mp3', '-f', 'lavfi', '-i', VOICE, '-ac', '2', '-b:a', '96k')
  const { uuid, sound } = await create(page, 'A measured voice', voice)
  expect(Math.abs((sound?.loudness ?? 0) - loudnessOf(voice))).toBeLessThanOrEqual(0.1)
  await page.goto(`/preaching/view/${uuid}`)
  const main = page.getByRole('main')
  const position = main.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuetext', '0:00 of 0:40')
  await expect(position).toBeEnabled()
  await position.click()
  await expect(position).toHaveAttribute('aria-valuetext', /^0:(19|20|21) of 0:40$/)
  await position.press('End')
  await expect(position).toHaveAttribute('aria-valuetext', '0:40 of 0:40')
  await position.press('Home')
  await expect(position).toHaveAttribute('aria-valuetext', '0:00 of 0:40')
  await checkAccessibility(page)

  await page.goto('/preaching?search=measured')
  await page.getByRole('button', { name: 'Play A measured voice' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.locator('svg path')).not.toHaveCount(0)
  await player.getByRole('slider', { name: 'Position' }).press('End')
  await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    /0:(39|40) of 0:40/,
  )
  await checkAccessibility(page)
})
