import { Refused } from './crash-calls.ts'
import { Ledger } from './ledger.ts'
import { type Church, type Load, pickFrom } from './load.ts'

type Member = { name: string; enabled: number }

/** Invites, renames, disables, enables and deletes people, who never sign in. */
export function staffLoad({ calls, pick, tag }: Church): Load {
  const ledger = new Ledger<Member>('staff')
  const subs = new Map<string, string>()
  /** What the audit trail must contain, by the address of the person whom it is about. */
  const acknowledged: { kind: string; email: string }[] = []
  let count = 0

  async function invite() {
    count += 1
    const email = `${tag}-${count}@vestry.test`
    const name = `O'Neill ${pick(1000)} <b>é</b>`
    const body = { email, name, language: 'es', groups: [] } as const
    const send = async () => {
      subs.set(email, (await calls.api('POST /staff', { body: { ...body, groups: [] } })).sub)
      acknowledged.push({ kind: 'staff_added', email })
    }
    await ledger.write(email, { name, enabled: 1 }, send)
  }

  async function change(email: string, sub: string, before: Member) {
    const choice = pick(4)
    if (choice < 2) {
      const name = `Renamed ${pick(10_000)}`
      await ledger.write(email, { ...before, name }, () =>
        calls.api('PUT /staff', { body: { sub, name, language: 'es', groups: [] } }),
      )
      acknowledged.push({ kind: 'staff_changed', email })
    } else if (choice === 2) {
      const enabled = 1 - before.enabled
      await ledger.write(email, { ...before, enabled }, () =>
        calls.api('PUT /staff/enabled', { body: { sub, enabled: enabled === 1 } }),
      )
      acknowledged.push({ kind: enabled === 1 ? 'staff_enabled' : 'staff_disabled', email })
    } else {
      await ledger.write(email, undefined, () => calls.api('DELETE /staff', { query: { sub } }))
      acknowledged.push({ kind: 'staff_removed', email })
    }
  }

  return {
    async act() {
      const email = pickFrom(pick, ledger.keys())
      const sub = subs.get(email ?? '')
      const before = email === undefined ? undefined : ledger.get(email)
      if (email === undefined || sub === undefined || before === undefined || pick(2) === 0) {
        await invite()
      } else {
        await change(email, sub, before)
      }
    },

    async check({ sql }) {
      const rows = await sql
        .selectFrom('identity_user')
        .selectAll()
        .where('email', 'like', `${tag}-%`)
        .execute()
      for (const { email, sub } of rows) {
        subs.set(email, sub)
      }
      const found = rows.map(({ email, attributes, enabled }): [string, Member] => [
        email,
        { name: (JSON.parse(attributes) as { name: string }).name, enabled },
      ])
      const entries = await sql
        .selectFrom('audit_event')
        .select(['kind', 'subject_name'])
        .where('subject_name', 'like', `${tag}-%`)
        .execute()
      const told = Map.groupBy(entries, ({ kind, subject_name }) => `${kind} ${subject_name}`)
      const owed = Map.groupBy(acknowledged, ({ kind, email }) => `${kind} ${email}`)
      const missing = [...owed].filter(([what, times]) => (told.get(what)?.length ?? 0) < times.length)
      return [
        ...ledger.settle(found),
        ...missing.map(([what]) => `the audit trail does not have ${what} as often as it happened`),
      ]
    },

    /** An invitation has no request id: one without a response is looked for in the list, or sent again by hand. */
    async repeat() {
      const email = [...subs.keys()].find((known) => ledger.get(known) !== undefined)
      if (email === undefined) {
        return
      }
      const again = calls.api('POST /staff', { body: { email, name: 'Twice', language: 'en', groups: [] } })
      const refusal = await again.catch((error: unknown) => error)
      if (!(refusal instanceof Refused) || refusal.status !== 409) {
        throw new Error(`${email} was to be refused a second time: ${refusal}`, { cause: refusal })
      }
    },
  }
}
