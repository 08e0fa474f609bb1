import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeOperatorKey } from '@vestry/server/testing/ask-command-line.ts'
import { test as base, expect } from './house.ts'
import { type RunningHouse, startHouse } from './running-house.ts'
import { makeRecordings, walkThroughSermon } from './sermon-walk.ts'

/** The house of this file keeps its recordings in the store of another house, which has given it a key. */
const test = base.extend<object, { cloud: RunningHouse; house: RunningHouse }>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const cloud = await startHouse()
      await use(cloud)
      await cloud.destroy()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  house: [
    async ({ cloud }, use) => {
      const { accessKeyId, secretAccessKey } = await makeOperatorKey({ VESTRY_DATA: cloud.dataFolder })
      const house = await startHouse({
        S3_BUCKET: 'preaching',
        S3_ENDPOINT: `${cloud.origin}/s3`,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      })
      await use(house)
      await house.destroy()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('a sermon is published, played, replaced and deleted with all recordings in the store of another house', async ({
  staffPage: page,
  house,
  cloud,
}) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'vestry-recordings-'))
  makeRecordings(folder)
  const sermon = {
    title: 'A sermon that lies elsewhere',
    recording: 'morning sermon.mp3',
    kind: 'audio',
  } as const
  await walkThroughSermon(page, folder, sermon)

  // A store that is away is said to be away, and the house goes on when it is back.
  await cloud.kill()
  expect((await fetch(`${house.origin}/readyz`)).status).toBe(503)
  await cloud.start()
  await expect.poll(async () => (await fetch(`${house.origin}/readyz`)).status).toBe(200)
  rmSync(folder, { recursive: true, force: true })
})
