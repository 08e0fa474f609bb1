import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
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

/** What a podcast has of a sermon: the length and type that it is said to have, and the file, put into the folder. */
async function enclosed(page: Page, uuid: string, folder: string) {
  const feed = await (await page.request.get('/podcast.xml')).text()
  const item = feed.split('<item>').find((text) => text.includes(uuid)) ?? ''
  const [, url = '', length, type] = /url="([^"]*)" length="(\d+)" type="([^"]*)"/.exec(item) ?? []
  const sent = await (await page.request.get(new URL(url).pathname)).body()
  const file = join(folder, basename(new URL(url).pathname))
  writeFileSync(file, sent)
  expect(length).toBe(String(sent.length))
  return { type, file }
}

/** Fills in a new sermon, ticks what is offered for its sound, and creates it. */
async function create(page: Page, title: string, recording: string, ...wanted: (string | RegExp)[]) {
  await page.goto('/preaching/new')
  await fillSermon(page, title, recording)
  for (const offer of wanted) {
    await page.getByRole('region', { name: 'Sound' }).getByLabel(offer).check()
  }
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

  await page.goto(`/preaching/edit/${uuid}`)
  await expect(main.getByText('0:40', { exact: true })).toBeVisible()
  await expect(main.locator('svg path[d$="Z"]').first()).toBeVisible()

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
  await page.addInitScript(() => {
    const names = new Set<string>()
    Object.assign(window, { uploading: names })
    new MutationObserver(() => {
      const [, name] = /.*Uploading (.+) \(\d of \d\)/s.exec(document.body?.textContent ?? '') ?? []
      names.add(name ?? '')
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const { uuid, path, audio_path } = await create(page, 'A film to be heard', film)
  const named = await page.evaluate(() => Array.from((window as { uploading?: Set<string> }).uploading ?? []))
  expect(named.filter((name) => name !== '')).toEqual(['Sunday film.mov', 'Sunday film.m4a'])
  expect([path, audio_path]).toEqual([
    expect.stringMatching(/\/Sunday-film\.mp4$/),
    expect.stringMatching(/\/Sunday-film\.m4a$/),
  ])
  const { type, file } = await enclosed(page, uuid, folder)
  expect(type).toBe('audio/mp4')
  expect(packetHashes(file)).toBe(packetHashes(make(folder, 'sound.m4a', '-i', film, '-vn', '-c', 'copy')))
  expect(probe(file)).toMatchObject({ streams: ['audio aac'] })
})

test('MP3 is turned up without loss, and the silence at both ends cut, once that is asked for', async ({
  staffPage: page,
  checkAccessibility,
  folder,
}) => {
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  const quiet = `${VOICE},volume=0.2,adelay=6000|6000,apad=pad_dur=8`
  const source = make(folder, 'quiet.mp3', '-f', 'lavfi', '-i', quiet, '-ac', '2', '-b:a', '96k')
  await page.goto('/preaching/new')
  await fillSermon(page, 'Turned up', source)
  const region = page.getByRole('region', { name: 'Sound' })
  await expect(region).toContainText(
    /The sound is quieter than it should be in podcasts: −[\d.]+ LUFS instead of −16\./,
  )
  await expect(region.getByRole('checkbox')).toHaveCount(2)
  await checkAccessibility(page)
  const {
    uuid,
    sound,
    duration = 0,
  } = await create(
    page,
    'Turned up',
    source,
    /Set the loudness to/,
    /Cut the silence: 0:06 at the beginning and 0:07 at the end/,
  )
  const { type, file } = await enclosed(page, uuid, folder)
  expect(type).toBe('audio/mpeg')
  const steps = (loudnessOf(file) - loudnessOf(source)) / 1.50515
  expect(Math.abs(steps - Math.round(steps))).toBeLessThanOrEqual(0.1)
  expect(Math.abs(loudnessOf(file) + 16)).toBeLessThanOrEqual(1)
  expect(Math.abs((sound?.loudness ?? 0) - loudnessOf(file))).toBeLessThanOrEqual(0.1)
  // 40 s of voice and half a second before and after it, to a packet each; ffmpeg pads the end of a file too.
  expect(Math.abs(probe(file).duration - 41)).toBeLessThanOrEqual(0.15)
  expect(duration).toBe(41)
})

for (const [name, codec, said] of [
  ['desk.opus', 'libopus', 'Opus'],
  ['desk.wav', 'pcm_s16le', 'WAV'],
] as const) {
  test(`a recording in ${said} gets an MP3 file for podcasts, as loud as it should be, once that is asked for`, async ({
    staffPage: page,
    folder,
  }) => {
    await callAs(page, 'PUT', '/settings', { publicPages: true })
    const source = make(folder, name, '-f', 'lavfi', '-i', `${VOICE},volume=0.3`, '-ac', '1', '-c:a', codec)
    await page.goto('/preaching/new')
    await fillSermon(page, `As ${said}`, source)
    await expect(page.getByRole('region', { name: 'Sound' })).toContainText(
      `Podcast apps don’t play ${said}.`,
    )
    const { uuid, path, audio_path } = await create(
      page,
      `As ${said}`,
      source,
      'Make an audio file for podcast apps',
      /Set the loudness to −19/,
    )
    expect([path, audio_path]).toEqual([
      expect.stringMatching(/\/desk\.(ogg|wav)$/),
      expect.stringMatching(/\/desk(-\d+)?\.mp3$/),
    ])
    const { type, file } = await enclosed(page, uuid, folder)
    expect(type).toBe('audio/mpeg')
    expect(probe(file)).toMatchObject({ streams: ['audio mp3'] })
    expect(Math.abs(loudnessOf(file) + 19)).toBeLessThanOrEqual(1)
    expect(Math.abs(probe(file).duration - 40)).toBeLessThanOrEqual(0.15)
    // It is what listeners and staff hear, wherever they press Play.
    await page.getByRole('link', { name: `As ${said}`, exact: true }).click()
    await expect(page.getByLabel('The recording')).toHaveAttribute('src', /\.mp3/)
    await page.goto(`/sermons/${uuid}`)
    await expect(page.locator('audio')).toHaveAttribute('src', /\.mp3$/)
    await expect(page.locator('a[download]')).toHaveAttribute('href', /\.mp3$/)
  })
}
