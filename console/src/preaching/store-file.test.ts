import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/call-api.ts'
import { newMemory } from './save-memory.ts'
import { claimStored } from './store-file.ts'

const noAnswer = new ApiError('unreachable', '', 0)
const brokenAnswer = new ApiError('unreadable', '', 200)
const refusal = new ApiError('changed_meanwhile', '', 409)

/** What a memory knows of a record after calls that failed with these errors. */
async function afterFailures(...errors: Error[]) {
  const memory = newMemory()
  memory.stored.set(new File([], 'a.mp3'), { path: 'preaching/2026/a.mp3', type: 'audio' })
  for (const error of errors) {
    await expect(claimStored(memory, () => Promise.reject(error))).rejects.toBe(error)
  }
  return memory
}

describe('whether a record may name the stored files', () => {
  it('is no after a refusal, and open without an answer that can be read', async () => {
    expect(await afterFailures(refusal)).toMatchObject({ unsure: false })
    expect(await afterFailures(noAnswer)).toMatchObject({ unsure: true })
    expect(await afterFailures(brokenAnswer)).toMatchObject({ unsure: true })
  })

  it('stays open when the next call is refused, until one succeeds', async () => {
    const memory = await afterFailures(noAnswer, refusal)
    expect(memory).toMatchObject({ unsure: true })
    expect(await claimStored(memory, () => Promise.resolve('done'))).toBe('done')
    expect(memory).toMatchObject({ unsure: false, stored: new Map() })
  })
})
