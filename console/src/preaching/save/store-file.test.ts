import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/call-api.ts'
import { type ChosenFiles, noFiles, noteWork } from '../form/chosen-files.ts'
import { claimStored } from './store-file.ts'

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
