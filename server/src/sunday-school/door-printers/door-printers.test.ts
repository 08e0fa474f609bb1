import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { arrivedFamily } from '../../testing/door-contract.ts'
import { addPrinter, blackEdge, printing } from '../../testing/door-printer-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import {
  BROTHER_LABEL,
  brotherStatus,
  type PrinterManner,
  startLabelPrinter,
  zebraStatus,
} from '../../testing/label-printer.ts'
import { buildSecondApp } from '../../testing/second-app.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { findPrinterAddress, isRefusedAddress } from './printer-address.ts'

eachDatabase((on) => {
  let server: TestServer
  let database: Database
  let printer: Awaited<ReturnType<typeof startLabelPrinter>>
  let id: number

  beforeAll(async () => {
    printer = await startLabelPrinter()
    server = await startTestServer({
      database: on,
      settings: { VESTRY_PRINTER_PORTS: `9100, ${printer.port}` },
    })
    database = await openDatabase(server.config)
    id = (await addPrinter(server, { host: 'localhost', port: printer.port })).id
  })
  beforeEach(() => {
    printer.jobs.length = 0
    printer.behave({ status: brotherStatus() })
  })
  afterAll(async () => {
    await printer.close()
    await database.close()
    await server.destroy()
  })

  const print = (body = printing(id)) => server.ask('POST /door/print', { body })
  /** How many labels came out at the printer. */
  const labels = () =>
    printer.jobs.reduce((sum, job) => sum + (job.toString('latin1').split(BROTHER_LABEL).length - 1), 0)

  test('a label is printed by a printer that tells its state, and by one that never does', async () => {
    expect(await print()).toEqual({ outcome: 'printed', sent: true })
    printer.behave({})
    expect(await print()).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(2)
  })

  test('what is printed is the picture that was sent', async () => {
    await print()
    const [job = Buffer.alloc(0)] = printer.jobs
    const rows = job.toString('hex').split('67005a').slice(1)
    expect(rows).toHaveLength(991)
    expect(new Set(rows.map((row) => row.slice(0, 180)))).toEqual(
      new Set([`${'00'.repeat(38)}01${'00'.repeat(51)}`]),
    )
  })

  test.each([
    ['hangs', { fault: 'hangs' as const }, 'silent', true],
    ['closes at once', { fault: 'closes' as const }, 'closed', false],
    ['breaks off', { fault: 'breaks' as const, status: brotherStatus() }, 'closed', true],
    ['has no labels left', { status: brotherStatus({ error: 0x02 }) }, 'no_paper', false],
    ['is open', { status: brotherStatus({ otherError: 0x10 }) }, 'not_ready', false],
  ])(
    'of a printer that %s it is said what became of it, and nothing more is sent',
    async (_what, manner, outcome, sent) => {
      printer.behave(manner)
      expect(await print()).toEqual({ outcome, sent })
      expect(labels()).toBe(0)
    },
  )

  test('a Zebra is asked before and after', async () => {
    const zebra = await addPrinter(server, {
      ...{ host: '127.0.0.1', port: printer.port, kind: 'zpl', size: 'zebra_102x51' },
    })
    const pictures = [blackEdge('zebra_102x51')]
    printer.behave({ status: zebraStatus() })
    expect(await print(printing(zebra.id, { pictures }))).toEqual({ outcome: 'printed', sent: true })
    const job = printer.jobs.find((one) => one.includes('^XA'))
    expect(job?.toString('latin1')).toMatch(/^~HS\^XA.*\^GFA,41412,41412,102,80{203}.*\^XZ\n~HS$/s)
    printer.behave({ status: zebraStatus({ paperOut: 1 }) })
    expect(await print(printing(zebra.id, { pictures }))).toEqual({ outcome: 'no_paper', sent: false })
  })

  test('the same request prints nothing twice: repeated, twenty at once, and at another process', async () => {
    const body = printing(id)
    const second = on.name === 'PostgreSQL' ? await buildSecondApp(server) : undefined
    const authorization = `Bearer ${await server.signIn()}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const { http } = at % 2 === 0 ? server.app : (second ?? server.app)
        const call = {
          method: 'POST',
          url: '/api/door/print',
          headers: { authorization },
          payload: body,
        } as const
        return (await http.inject(call)).json()
      }),
    )
    await second?.close()
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"outcome":"printed","sent":true}']),
    )
    expect(await print(body)).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(1)
  })

  test('what certainly did not come out is tried again with the same request, what may have is not', async () => {
    const body = printing(id)
    printer.behave({ status: brotherStatus({ error: 0x01 }) })
    expect(await print(body)).toEqual({ outcome: 'no_paper', sent: false })
    printer.behave({ fault: 'breaks' })
    expect(await print(body)).toEqual({ outcome: 'closed', sent: true })
    printer.behave({ status: brotherStatus() })
    expect(await print(body)).toEqual({ outcome: 'closed', sent: true })
    expect(labels()).toBe(0)
  })

  test('whatever the printer does each time, a request that is repeated prints at most once', async () => {
    const manners = fc.constantFrom<PrinterManner>(
      { status: brotherStatus() },
      { status: brotherStatus({ error: 0x01 }) },
      { fault: 'closes' },
      { fault: 'breaks', status: brotherStatus() },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(manners, { minLength: 2, maxLength: 6 }), async (each) => {
        printer.jobs.length = 0
        const body = printing(id)
        let last = { outcome: 'silent', sent: false }
        for (const manner of each) {
          printer.behave(manner)
          const answer = await print(body)
          expect(last.sent ? answer : last).toEqual(last)
          last = answer
        }
        expect(labels()).toBe(last.outcome === 'printed' ? 1 : 0)
      }),
      { numRuns: 20 },
    )
  })

  test('after the end of a process in the middle of a print it is said that labels may have come out', async () => {
    const body = printing(id)
    const row = { request_id: body.request_id, at: server.clock.now(), outcome: '' as const, sent: 0 }
    await database.sql.insertInto('label_print').values(row).execute()
    expect(await print(body)).toEqual({ outcome: 'silent', sent: true })
    expect(labels()).toBe(0)
  })

  test('two desks print one after the other on one printer', async () => {
    printer.behave({ slow: 200, status: brotherStatus() })
    const answers = await Promise.all([print(), print()])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['printed', 'printed'])
    expect(labels()).toBe(2)
  })

  test('a label is printed with the code that counts, and with no other', async () => {
    const { stay } = await arrivedFamily(server)
    const stays = [{ stay_id: stay.id, code: stay.code }]
    const body = printing(id, { stays })
    await print(body)
    expect(labels()).toBe(1)
    await server.ask('POST /door/codes', { body: { stay_id: stay.id, lost: stay.code } })
    // What was printed is told of as before; nothing more is printed with the lost code.
    expect(await print(body)).toEqual({ outcome: 'printed', sent: true })
    const refused = await server.tryCall('POST /door/print', { body: printing(id, { stays }) })
    expect([refused.status, refused.body.error]).toEqual([409, 'changed_meanwhile'])
    expect(labels()).toBe(1)
  })

  test('only pictures of the label’s dots are printed', async () => {
    for (const pictures of [
      [blackEdge('brother_62x100')],
      [{ ...blackEdge('brother_29x90'), rows: 'gA==' }],
    ]) {
      const { status, body } = await server.tryCall('POST /door/print', { body: printing(id, { pictures }) })
      expect([status, body.field]).toEqual([400, 'pictures'])
    }
  })

  test.each([
    ['an address at which clouds tell secrets', { host: '169.254.169.254' }, 'host'],
    ['another port than the settings allow', { port: 22 }, 'port'],
    ['labels that this kind does not print', { size: 'zebra_102x51' as const }, 'size'],
    ['no address at all', { host: 'http://printer/' }, 'host'],
  ])('a printer is not set up with %s', async (_what, given, field) => {
    const content = { name: 'Bad', kind: 'brother_ql', host: '192.168.1.40', port: 9100 }
    const rest = { size: 'brother_29x90', kinds: ['child'], ...given }
    const { status, body } = await server.tryCall('POST /door/printers', { body: { ...content, ...rest } })
    expect([status, body.field]).toEqual([400, field])
  })

  test('a printer whose port is allowed no more is sent nothing', async () => {
    const { id: old } = await addPrinter(server, { host: 'localhost', port: printer.port })
    await database.sql.updateTable('printer').set({ port: 1 }).where('id', '=', old).execute()
    expect(await print(printing(old))).toEqual({ outcome: 'silent', sent: false })
  })

  test('printers are changed by administrators alone, and seen and used by who works at the door', async () => {
    const token = await server.signIn(await server.addPerson('desk@vestry.test', ['Teachers']))
    const listed = async () => (await server.tryCall('GET /door/printers', { token })).status
    const printed = async () =>
      (await server.tryCall('POST /door/print', { token, body: printing(id) })).status
    expect([await listed(), await printed(), labels()]).toEqual([403, 403, 0])
    const rights = { group: 'Teachers', rights: ['children', 'allChildren', 'door'] }
    await server.ask('PUT /settings/rights', { body: rights })
    expect([await listed(), await printed(), labels()]).toEqual([200, 200, 1])
    const removed = await server.tryCall('DELETE /door/printers', { token, query: { id } })
    expect(removed.status).toBe(403)
  })
})

describe('the address of a printer', () => {
  test.each([
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
  ])('%s is refused', (address) => expect(isRefusedAddress(address)).toBe(true))
  test.each(['192.168.1.40', '10.0.0.9', '127.0.0.1', '::1', 'fd12::40', 'printer.lan'])(
    '%s may be one',
    (address) => expect(isRefusedAddress(address)).toBe(false),
  )

  const deadline = performance.now() + 60_000
  test('is looked at once a name was resolved', async () => {
    const find = async (host: string) => ({
      address: host === 'bad.lan' ? '169.254.169.254' : '192.168.1.40',
    })
    expect(await findPrinterAddress('bad.lan', { deadline, find })).toBeUndefined()
    expect(await findPrinterAddress('good.lan', { deadline, find })).toBe('192.168.1.40')
  })

  test('of a name that nobody knows, or tells in time, is none', async () => {
    const unknown = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await findPrinterAddress('printer.lan', { deadline, find: unknown })).toBeUndefined()
    const never = () => new Promise<never>(() => {})
    expect(
      await findPrinterAddress('printer.lan', { deadline: performance.now() + 20, find: never }),
    ).toBeUndefined()
  })
})
