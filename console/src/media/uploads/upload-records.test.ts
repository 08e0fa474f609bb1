import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../api/testing-page.ts'
import { entriesOfUploads, findUpload, forgetUpload, rememberUpload, uploadsOf } from './upload-records.ts'

const DAY = 24 * 60 * 60_000
const RECORD = {
  ...{ key: 'preaching/2026/hope.mp3', uploadId: 'u1', partSize: 8, mark: 'm1' },
  ...{ file: 'kept-1.mp3', started: 100 * DAY },
}

beforeEach(() => void vi.stubGlobal('localStorage', createStorage()))
afterEach(() => void vi.unstubAllGlobals())

test('an upload is found again for six days, and by nothing but its own id', () => {
  rememberUpload('a', RECORD)
  expect(findUpload('a', 100 * DAY)).toEqual(RECORD)
  expect(findUpload('a', 106 * DAY - 1)).toEqual(RECORD)
  expect(findUpload('a', 106 * DAY)).toBeUndefined()
  expect(findUpload('b', 100 * DAY)).toBeUndefined()
  forgetUpload('a')
  expect(findUpload('a', 100 * DAY)).toBeUndefined()
})

test('the uploads of a file are those that name it, whatever else is kept', () => {
  rememberUpload('a', RECORD)
  rememberUpload('b', { ...RECORD, file: 'kept-2.mp3' })
  rememberUpload('c', { ...RECORD, uploadId: 'u3' })
  localStorage.setItem('vestry.language', 'es')
  expect(uploadsOf('kept-1.mp3')).toEqual(['a', 'c'])
  expect(uploadsOf('kept-3.mp3')).toEqual([])
})

test('the files that uploads still need are told, and the records that are too old go', () => {
  rememberUpload('old', RECORD)
  rememberUpload('new', { ...RECORD, file: 'kept-2.mp3', started: 101 * DAY })
  localStorage.setItem('vestry.language', 'es')
  expect(entriesOfUploads(106 * DAY)).toEqual(new Set(['kept-2.mp3']))
  expect(Object.keys(localStorage)).toEqual(['vestry.upload.new', 'vestry.language'])
})
