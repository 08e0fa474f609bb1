import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from './fixtures.ts'
import { makeRecordings, walkThroughSermon } from './sermon-walk.ts'

let folder: string

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-recordings-'))
  makeRecordings(folder)
})

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

for (const [recording, kind, widths] of [
  ['morning sermon.mp3', 'audio', ' @phone'],
  ['evening.mp4', 'video', ''],
] as const) {
  test(`a sermon is published from ${recording}, played, edited, given another file, and deleted${widths}`, async ({
    staffPage: page,
  }, { project }) => {
    await walkThroughSermon(page, folder, {
      title: `A ${kind} sermon on the ${project.name}`,
      recording,
      kind,
    })
  })
}
