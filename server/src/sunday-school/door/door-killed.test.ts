import { setTimeout as pause } from 'node:timers/promises'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import { expect, test } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { openRetryingClient } from '../../testing/retrying-client.ts'
import { prepareProgram } from '../../testing/run-program.ts'
import { ADA } from '../../testing/start-test-server.ts'

/** Between the request and its answer; what the request has done by then depends on the machine. */
const MOMENTS = ['at once', 'a moment later', 'once it is saved', 'before the answer is read'] as const

type Newcomers = NonNullable<CallInput<'POST /door/newcomers'>['body']>

const newFamily = (round: number, class_id: number): Newcomers => ({
  request_id: crypto.randomUUID(),
  adult: { first_name: 'Ana', last_name: `Round ${round}`, phone: `0161 496 100${round}` },
  children: ['Leo', 'Mia'].map((first_name) => ({
    ...{ request_id: crypto.randomUUID(), first_name, last_name: `Round ${round}` },
    ...{ birthdate: null, allergies: '', class_id },
  })),
  reason: '',
})

eachDatabase((on) => {
  test('a program that is killed between saving and answering gives the same stays and the same code when it is asked again', async () => {
    const made = await on.create()
    const program = await prepareProgram({
      VESTRY_ADMIN_EMAIL: ADA.email,
      VESTRY_ADMIN_PASSWORD: ADA.password,
      DATABASE_URL: made.databaseUrl ?? '',
    })
    try {
      await program.start()
      const client = openRetryingClient(program.origin)
      const { IdToken: token = '' } = await client.signIn(ADA)
      const { now } = await client.api('GET /door', token)
      const planned = { title: 'Lambs', session_datetime: `${now.slice(0, 10)}T10:30:00` }
      const { id: class_id } = await client.api('POST /classes', token, { body: planned })
      const database = await openDatabase({ dataFolder: program.dataFolder, ...made })
      const saved = () =>
        database.sql
          .selectFrom('stay')
          .innerJoin('door_code', (join) =>
            join
              .onRef('door_code.day', '=', 'stay.day')
              .onRef('door_code.code_of', '=', 'stay.code_of')
              .on('lost', '=', 0),
          )
          .select(['stay.id', 'code', 'gone_to'])
          .orderBy('stay.id')

      /** Sends a request and kills the program, then starts it again; returns whether the request was answered. */
      const killDuring = async (
        moment: (typeof MOMENTS)[number],
        path: string,
        body: object,
        isSaved: () => Promise<boolean>,
      ) => {
        const sent = fetch(`${program.origin}/api${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const settled = sent.then(
          () => true,
          () => false,
        )
        if (moment === 'before the answer is read') {
          await settled
        } else if (moment === 'once it is saved') {
          while (!(await isSaved())) {
            await pause(0)
          }
        } else {
          await pause(moment === 'at once' ? 0 : 8)
        }
        await program.kill()
        await settled
        await program.start()
      }

      for (const [round, moment] of MOMENTS.entries()) {
        const family = newFamily(round, class_id)
        const { request_id } = family
        const ownStays = () => saved().where('request_id', '=', request_id).execute()
        await killDuring(moment, '/door/newcomers', family, async () => (await ownStays()).length > 0)
        const kept = await ownStays()
        expect([0, 2]).toContain(kept.length)
        const { stays } = await client.api('POST /door/newcomers', token, { body: family })
        expect(stays.map(({ attendee_id }) => attendee_id)).toHaveLength(2)
        expect(new Set(stays.map(({ code }) => code)).size).toBe(1)
        const after = await ownStays()
        expect(after).toHaveLength(2)
        if (kept.length > 0 || round > 1) {
          expect(after).toEqual(kept)
        }
        const { families } = await client.api('GET /door/families', token, {
          query: { search: family.adult.phone },
        })
        expect(families.map(({ children }) => children.length)).toEqual([2])

        const [{ code = '' } = {}] = stays
        const giving = {
          stay_ids: stays.map(({ id }) => id),
          adult_id: families[0]?.adults[0]?.id,
          ...{ name: '', code, reason: '' },
        }
        const areGone = async () => (await ownStays()).every(({ gone_to }) => gone_to !== '')
        await killDuring(moment, '/door/handovers', giving, areGone)
        const gone = (await ownStays()).filter(({ gone_to }) => gone_to !== '')
        expect([0, 2]).toContain(gone.length)
        const { given, refused } = await client.api('POST /door/handovers', token, { body: giving })
        expect([given.length, refused]).toEqual([2, []])
        const { results } = await client.api('GET /audit', token, { query: { kind: 'given_back' } })
        expect(results).toHaveLength(round + 1)
      }
      await database.close()
    } finally {
      await program.destroy()
      await made.drop()
    }
  }, 120_000)
})
