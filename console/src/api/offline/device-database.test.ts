import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDeviceDatabase } from './device-database.ts'

const ADA = 'sub-ada'

/** The browser ends so many of the next transactions, as while it throws away what it had kept. */
function endTransactions(times: number): void {
  const { transaction } = IDBDatabase.prototype
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    const made = transaction.apply(this, given)
    if (times > 0) {
      times -= 1
      queueMicrotask(() => made.abort())
    }
    return made
  })
  onTestFinished(() => spy.mockRestore())
}

test('a read that the browser ends is tried once more, and nothing fails that nobody handles', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const database = openDeviceDatabase('test')
  await database.put(ADA, 'one', { said: 'kept' }, 1)
  endTransactions(1)
  expect(await database.list(ADA)).toEqual([{ name: 'one', at: 1, value: { said: 'kept' } }])
  endTransactions(2)
  await expect(database.list(ADA)).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})
