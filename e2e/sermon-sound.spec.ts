import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PreachingItemDetail } from '@vestry/contract/preaching.ts'
import { callAs, dismiss, findSermons } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { packetHashes, probe } from './media-samples.ts'
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
  const playing = player.getByRole('slider', { name: 'Position' })
  await expect(playing).toHaveAttribute('aria-valuetext', /of 0:40$/)
  await playing.press('End')
  await expect(playing).toHaveAttribute('aria-valuetext', /^0:(39|40) of 0:40$/)
  await checkAccessibility(page)
})

test('a film gets an audio file of its own, packet by packet, and stands in podcasts as that', async ({
  staffPage: page,
  folder,
}) => {
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=10:duration=20']
  const film = make(
    ...([folder, 'Sunday film.mov', ...picture, '-f', 'lavfi', '-i', `${VOICE},atrim=end=20`] as const),
    ...(['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2'] as const),
  )
  const { uuid, path, audio_path } = await create(page, 'A film to be heard', film)
  expect([path, audio_path]).toEqual([
    expect.stringMatching(/\/Sunday-film\.mp4$/),
    expect.stringMatching(/\/Sunday-film\.m4a$/),
  ])
  const feed = await (await page.request.get('/podcast.xml')).text()
  const item = feed.split('<item>').find((text) => text.includes(uuid)) ?? ''
  const [, url = '', length, type] = /url="([^"]*)" length="(\d+)" type="([^"]*)"/.exec(item) ?? []
  const sent = await (await page.request.get(new URL(url).pathname)).body()
  const heard = join(folder, 'heard.m4a')
  writeFileSync(heard, sent)
  expect([length, type]).toEqual([String(sent.length), 'audio/mp4'])
  expect(packetHashes(heard)).toBe(packetHashes(make(folder, 'sound.m4a', '-i', film, '-vn', '-c', 'copy')))
  expect(probe(heard)).toMatchObject({ streams: ['audio aac'] })
})
