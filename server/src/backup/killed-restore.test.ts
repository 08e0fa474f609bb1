import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { readAllRows } from '../testing/all-rows.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { COMPILE_CACHE } from '../testing/run-program.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const COMMAND_LINE = join(import.meta.dirname, '..', 'cli', 'command-line.ts')
const OBJECTS = 40
const SIZE = 100_000

eachDatabase((on) => {
  test('a restore that is killed opens for nobody, and the same command finishes it', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'vestry-killed-'))
    const folder = join(scratch, 'copies')
    const server = await startTestServer({ database: on })
    for (let count = 1; count <= OBJECTS; count += 1) {
      const path = `preaching/2026/recording-${count}.mp3`
      await server.app.store.put(path, randomBytes(SIZE), { 'content-type': 'audio/mpeg' })
      await publish(server, { path })
    }
    const { databaseUrl: DATABASE_URL } = server.config
    const here = { VESTRY_DATA: server.dataFolder, DATABASE_URL }
    expect((await runVestry(`backup --to ${folder}`, here)).errors).toBe('')

    const made = await on.create()
    const place = { dataFolder: join(scratch, 'restored'), databaseUrl: made.databaseUrl }
    const there = { VESTRY_DATA: place.dataFolder, DATABASE_URL: place.databaseUrl }
    const child = spawn(process.execPath, [COMMAND_LINE, 'restore', '--from', folder], {
      env: {
        ...{ PATH: process.env.PATH, ...COMPILE_CACHE, VESTRY_DATA: place.dataFolder },
        ...(DATABASE_URL !== undefined && { DATABASE_URL: place.databaseUrl }),
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    /** Whether it has put back the first of the recordings. */
    const hasBegun = async () => {
      const objects = join(place.dataFolder, 'objects')
      const files = await readdir(objects, { recursive: true }).catch(() => [])
      const sizes = await Promise.all(
        files.map((file) =>
          stat(join(objects, file)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      )
      return sizes.some((size) => size >= SIZE)
    }
    await expect.poll(hasBegun, { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    // It was killed before its end, and did not get there by itself.
    expect(await ended).toEqual([null, 'SIGKILL'])
    await expect(openDatabase(place)).rejects.toThrow('a move or a restore into it was not finished')

    expect((await runVestry(`restore --from ${folder}`, there)).errors).toBe('')
    expect(await readAllRows(place)).toEqual(await readAllRows(server.config))
    await (await openDatabase(place)).close()
    await server.destroy()
    await made.drop()
    await rm(scratch, { recursive: true })
  })
})
