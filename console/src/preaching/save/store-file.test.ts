import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA, startTestServer, type TestServer } from '../../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../../server/src/testing/test-clock.ts'
import { ApiError } from '../../api/call-api.ts'
import { openTestPage, type TestPage } from '../../api/testing-page.ts'
import { signInAt } from '../../api/testing-sign-in.ts'
import { type ChosenFiles, noFiles, noteWork } from '../form/chosen-files.ts'
import type { FilesAtWork } from '../form/files-store.ts'
import { claimStored, sizeOf, storeFile } from './store-file.ts'

const noAnswer = new ApiError('unreachable', '', 0)
const brokenAnswer = new ApiError('unreadable', '', 200)
const refusal = new ApiError('changed_meanwhile', '', 409)

/** The files of a form whose record was sent with these errors in turn. */
async function afterFailures(...errors: Error[]) {
  const sermon = new File([], 'a.mp3')
  const stored = { path: 'preaching/2026/a.mp3', type: 'audio' } as const
  const store = {
    files: noteWork(noFiles('one'), sermon, { stored }),
    changeFiles(step: (files: ChosenFiles) => ChosenFiles) {
      store.files = step(store.files)
    },
  }
  for (const error of errors) {
    await expect(claimStored(store, () => Promise.reject(error))).rejects.toBe(error)
  }
  return store
}

describe('whether a record may name the stored files', () => {
  it('is no after a refusal, and open without an answer that can be read', async () => {
    expect(await afterFailures(refusal)).toHaveProperty('files.unsure', false)
    expect(await afterFailures(noAnswer)).toHaveProperty('files.unsure', true)
    expect(await afterFailures(brokenAnswer)).toHaveProperty('files.unsure', true)
  })

  it('stays open when the next call is refused, until one succeeds', async () => {
    const store = await afterFailures(noAnswer, refusal)
    expect(store).toHaveProperty('files.unsure', true)
    expect(await claimStored(store, () => Promise.resolve('done'))).toBe('done')
    expect(store.files.unsure).toBe(false)
    expect([...store.files.work.values()]).toEqual([{}])
  })
})

describe('a file of a form', () => {
  let server: TestServer
  let page: TestPage
  let leave: () => Promise<void>
  beforeAll(async () => {
    server = await startTestServer({ clock: createTestClock(Date.now()) })
    const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
    leave = await signInAt(origin, ADA)
    page = openTestPage(origin)
  })
  afterAll(async () => {
    await leave()
    await server.destroy()
  })

  function formWith(file: File, work: object = {}): FilesAtWork {
    let files = noteWork(noFiles('one'), file, work)
    return {
      files: () => files,
      changeFiles: (step) => {
        files = step(files)
      },
      workOn: (one) => files.work.get(one) ?? {},
      note: (one, done) => {
        files = noteWork(files, one, done)
      },
    }
  }
  const { signal } = new AbortController()
  const stored = async (path: string) => (await buffer(await server.app.store.read(path))).toString()

  it('is stored in the folder of its kind, and not sent again', async () => {
    const file = new File(['a picture'], 'a.jpg', { type: 'image/jpeg' })
    const store = formWith(file)
    const told: unknown[] = []
    const send = () => storeFile(file, 'image', { store, year: 2026, signal }, (...one) => told.push(one))
    await send()
    expect(store.workOn(file)).toEqual({ stored: { path: 'images/a.jpg', type: 'image' } })
    expect(await stored('images/a.jpg')).toBe('a picture')
    const sent = page.requests.length
    await send()
    expect(page.requests).toHaveLength(sent)
    expect(told).toEqual([[0], [9], [9]])
  })

  it('is stored as the copy that was prepared of it, which is gone then, with how long that is', async () => {
    const file = new File(['as it was'], 'b.wav')
    let isGone = false
    const dispose = async () => {
      isGone = true
    }
    const copy = { file: new File(['copy'], 'b.mp3'), name: 'b.mp3', contentType: 'audio/mpeg' }
    const store = formWith(file, { prepared: { ...copy, duration: 61.6, dispose } })
    expect(sizeOf(file, store)).toBe(4)
    await storeFile(file, 'audio', { store, year: 2026, signal }, () => undefined)
    const path = 'preaching/2026/b.mp3'
    expect(store.workOn(file).stored).toEqual({ path, type: 'audio', duration: 62 })
    expect([await stored(path), isGone]).toEqual(['copy', true])
  })

  it('that the store does not take is named by its kind', async () => {
    const file = new File(['mine'], 'c.jpg')
    await server.app.store.put('images/only/c.jpg', Buffer.from('theirs'), {})
    const store = formWith(file)
    const job = { store, year: 2026, signal, folder: 'images/only/' }
    await expect(storeFile(file, 'image', job, () => undefined)).rejects.toMatchObject({
      name: 'FileNotStored',
      type: 'image',
      cause: { code: 'failed' },
    })
    expect(store.workOn(file)).toEqual({})
    expect(await stored('images/only/c.jpg')).toBe('theirs')
  })
})
