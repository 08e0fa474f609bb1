import { randomUUID } from 'node:crypto'
import { Ledger } from './ledger.ts'
import { type Church, type Load, pickFrom } from './load.ts'

type Child = {
  first_name: string
  birthdate: string
  parent_contact: string
  notes: string
  is_member: number
}

/** Adds, changes, deletes and restores children; each is identified by a last name of its own. */
export function attendeeLoad({ calls, pick, tag }: Church): Load {
  const ledger = new Ledger<Child>('attendee')
  const ids = new Map<string, number>()
  /** What is certainly in the trash. */
  const deleted = new Map<string, Child>()
  let count = 0

  const child = (): Child => ({
    first_name: `Núria ${pick(1000)}`,
    birthdate: `20${10 + pick(10)}-0${1 + pick(9)}-1${pick(10)}`,
    parent_contact: `Íñigo, 6${pick(100_000_000)}`,
    notes: 'x'.repeat(pick(1500)),
    is_member: pick(2),
  })

  async function add() {
    count += 1
    const last_name = `${tag}-${count}`
    const content = child()
    const body = { request_id: randomUUID(), last_name, ...content }
    const send = async () => {
      ids.set(last_name, (await calls.api('POST /attendees', { body })).id)
    }
    await ledger.write(last_name, content, send, { again: true })
  }

  async function remove(last_name: string, id: number) {
    const content = ledger.get(last_name)
    await ledger.write(last_name, undefined, () =>
      calls.api('DELETE /attendees', { query: { attendee_id: String(id) } }),
    )
    if (content) {
      deleted.set(last_name, content)
    }
  }

  async function restore(last_name: string, content: Child) {
    deleted.delete(last_name)
    const body = { record: `attendee/${ids.get(last_name)}` }
    const send = () => calls.api('POST /trash/restore', { body })
    await ledger.write(last_name, content, send, { again: true })
  }

  return {
    async act() {
      const [gone] = deleted
      if (gone && pick(10) === 0) {
        await restore(...gone)
        return
      }
      const last_name = pickFrom(pick, ledger.keys())
      const id = ids.get(last_name ?? '')
      const choice = pick(10)
      if (last_name === undefined || id === undefined || choice < 5) {
        await add()
      } else if (choice < 9) {
        const content = child()
        await ledger.write(last_name, content, () =>
          calls.api('PUT /attendees', { body: { id, last_name, ...content } }),
        )
      } else {
        await remove(last_name, id)
      }
    },

    async check({ sql }) {
      const rows = await sql
        .selectFrom('attendee')
        .selectAll()
        .where('last_name', 'like', `${tag}-%`)
        .execute()
      for (const { last_name, id } of rows) {
        ids.set(last_name, id)
      }
      return ledger.settle(
        rows.map(({ last_name, first_name, birthdate, parent_contact, notes, is_member }) => [
          last_name,
          { first_name, birthdate, parent_contact, notes, is_member },
        ]),
      )
    },

    repeat: () => ledger.repeat(),
  }
}
