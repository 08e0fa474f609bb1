import { expect, test } from 'vitest'
import { closeAll, confirm, showMessage, showProgress, whileShowing } from './dialogs.ts'

const question = { title: 'Delete it?', yes: 'Delete', no: 'Keep' }
const textArea = { label: 'Why', value: '' }
const choice = { label: 'Which', options: [], value: '' }

test('who wants none of it has said no to everything that was asked', async () => {
  const answers = [
    showMessage({ status: 'info', message: 'Saved' }),
    confirm(question),
    confirm({ ...question, textArea }),
    confirm({ ...question, choice }),
  ]
  closeAll()
  expect(await Promise.all(answers)).toEqual([false, false, false, false])
})

test('what is under way is not closed by that, and ends with what it was shown for', async () => {
  const overlay = showProgress({ message: 'Uploading' })
  const work = Promise.withResolvers<string>()
  const shown = whileShowing('Saving', () => work.promise)
  closeAll()
  work.resolve('saved')
  expect(await shown).toBe('saved')
  const failure = new Error('The server is away.')
  await expect(whileShowing('Saving', () => Promise.reject(failure))).rejects.toBe(failure)
  overlay.close()
})
