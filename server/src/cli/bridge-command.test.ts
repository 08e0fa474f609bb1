import { mkdtemp, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BRIDGE_MARK } from '@vestry/contract/sunday-school/station-rules.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { addPrinter, blackEdge, printing } from '../testing/door-printer-contract.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { BROTHER_LABEL, brotherStatus, startLabelPrinter } from '../testing/label-printer.ts'
import { runBridge } from '../testing/run-bridge.ts'
import { freePort } from '../testing/run-program.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { buildSecondApp } from '../testing/second-app.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { addStation, type asStation, pairStation } from '../testing/station-contract.ts'
import { runBridgeCommand } from './bridge-command.ts'

const DELETED =
  'This bridge was deleted. Add another under Settings, Stations, and start it here with its link.'

eachDatabase((on) => {
  let server: TestServer
  let database: Database
  let address: string
  let printer: Awaited<ReturnType<typeof startLabelPrinter>>
  let other: typeof printer
  let dataFolder: string
  let bridge: { id: number; secret: string }
  /** A printer that the bridge reaches. */
  let id: number
  const running = new Set<{ stop: () => Promise<unknown> }>()

  beforeAll(async () => {
    printer = await startLabelPrinter()
    other = await startLabelPrinter()
    const VESTRY_PRINTER_PORTS = `9100, ${printer.port}, ${other.port}`
    const settings = { PORT: '0', HOST: '127.0.0.1', VESTRY_PRINTER_PORTS }
    server = await startTestServer({ database: on, settings })
    database = await openDatabase(server.config)
    await server.app.listen()
    address = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}/api`
  })
  beforeEach(async () => {
    printer.jobs.length = 0
    printer.behave({ status: brotherStatus() })
    dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bridge-'))
    bridge = await addStation(server, { kind: 'bridge', name: 'Office' })
    id = await addOwn()
  })
  afterEach(async () => {
    await Promise.all([...running].map(({ stop }) => stop()))
    running.clear()
    await rm(dataFolder, { recursive: true })
  })
  afterAll(async () => {
    await printer.close()
    await other.close()
    await database.close()
    await server.destroy()
  })

  const addOwn = async (given: Partial<Parameters<typeof addPrinter>[1]> = {}) => {
    const place = { name: 'Entrance', host: 'localhost', port: printer.port, bridge_id: bridge.id }
    return (await addPrinter(server, { ...place, ...given })).id
  }
  const linkOf = ({ secret }: { secret: string }) => `${address}${BRIDGE_MARK}${secret}`
  const print = (body = printing(id)) => server.ask('POST /door/print', { body })
  /** How many labels came out at the printer. */
  const labels = (of = printer) =>
    of.jobs.reduce((sum, job) => sum + (job.toString('latin1').split(BROTHER_LABEL).length - 1), 0)

  /** The command in this process, once it waits for labels. */
  async function start(
    args = [linkOf(bridge)],
    printerPorts: readonly number[] = [printer.port, other.port],
  ) {
    const lines: string[] = []
    const stop = new AbortController()
    const config = { dataFolder, printerPorts }
    const write = (line: string) => lines.push(line)
    let isOver = false
    const ended = runBridgeCommand({ config, write, signal: stop.signal }, args)
      .then(
        () => 'stopped',
        (error: Error) => error.message,
      )
      .finally(() => {
        isOver = true
      })
    const command = {
      ...{ lines, ended },
      stop() {
        stop.abort()
        return ended
      },
    }
    running.add(command)
    await vi.waitFor(() => expect(isOver || lines.length > 0).toBe(true), 5000)
    return command
  }

  test('labels come out at a printer that only the bridge reaches, and it goes on when it is started again', async () => {
    const first = await start()
    const pictures = [blackEdge('brother_29x90'), blackEdge('brother_29x90')]
    expect(await print(printing(id, { pictures }))).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(2)
    expect(await print()).toEqual({ outcome: 'printed', sent: true })
    expect(await first.stop()).toBe('stopped')
    expect(first.lines).toEqual([
      `This computer is the bridge “Office” of ${new URL(address).host}.`,
      'Printed 2 labels at Entrance.',
      'Printed 1 label at Entrance.',
      'The bridge was stopped.',
    ])
    expect((await stat(join(dataFolder, 'bridge.json'))).mode & 0o777).toBe(0o600)

    await start([])
    expect(await print()).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(4)
    expect(await database.sql.selectFrom('print_job').selectAll().execute()).toEqual([])
  })

  test.each([
    ['hangs', { fault: 'hangs' as const }, 'silent', true, 'is silent; labels may still come out'],
    ['closes at once', { fault: 'closes' as const }, 'closed', false, 'broke off'],
    [
      'breaks off',
      { fault: 'breaks' as const, status: brotherStatus() },
      'closed',
      true,
      'broke off; labels may still come out',
    ],
    [
      'has no labels left',
      { status: brotherStatus({ error: 0x02 }) },
      'no_paper',
      false,
      'has no labels left',
    ],
    ['is open', { status: brotherStatus({ otherError: 0x10 }) }, 'not_ready', false, 'is not ready'],
  ])(
    'of a printer that %s the same is said as without a bridge',
    async (_what, manner, outcome, sent, line) => {
      const { lines } = await start()
      printer.behave(manner)
      expect(await print()).toEqual({ outcome, sent })
      await vi.waitFor(() => expect(lines[1]).toBe(`The printer Entrance ${line}.`))
      expect(labels()).toBe(0)
    },
  )

  test('while no bridge runs nothing is printed, within three seconds, nor when it comes up later', async () => {
    const began = performance.now()
    expect(await print()).toEqual({ outcome: 'silent', sent: false })
    expect(performance.now() - began).toBeLessThan(3000)
    const { lines } = await start()
    const body = printing(id)
    expect(await print(body)).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(1)
    expect(lines).toHaveLength(2)
  })

  test('what nobody waits for any more, since a process ended, is never printed', async () => {
    const { request_id, pictures } = printing(id)
    const place = { name: 'Entrance', host: 'localhost', port: printer.port, size: 'brother_29x90' }
    const job = JSON.stringify({ printer: place, pictures })
    const row = { request_id, bridge_id: bridge.id, job, until: server.clock.now() }
    await database.sql.insertInto('print_job').values(row).execute()
    await start()
    expect(await print()).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(1)
    server.clock.advance(60_001)
    await print()
    expect(await database.sql.selectFrom('print_job').selectAll().execute()).toEqual([])
  })

  test('the same request prints once: repeated, twenty at once, and at another process', async () => {
    await start()
    const body = printing(id)
    const second = on.name === 'PostgreSQL' ? await buildSecondApp(server) : undefined
    const authorization = `Bearer ${await server.signIn()}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const { http } = at % 2 === 0 ? (second ?? server.app) : server.app
        const call = { method: 'POST', url: '/api/door/print', headers: { authorization } } as const
        return (await http.inject({ ...call, payload: body })).json()
      }),
    )
    await second?.close()
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"outcome":"printed","sent":true}']),
    )
    expect(await print(body)).toEqual({ outcome: 'printed', sent: true })
    expect(labels()).toBe(1)
  })

  test('of two bridges with one key each label goes to one', async () => {
    await start()
    await start([])
    const answers = await Promise.all(Array.from({ length: 6 }, () => print()))
    expect(answers.filter(({ outcome }) => outcome === 'printed')).toHaveLength(6)
    expect(labels()).toBe(6)
  })

  test('at one printer it prints one after the other, and at several side by side', async () => {
    const beside = await addOwn({ port: other.port })
    await start()
    // Neither tells its state: each print takes half a second, and what the printer takes.
    printer.behave({ slow: 300 })
    other.behave({ slow: 300 })
    const time = async (...printers: number[]) => {
      const began = performance.now()
      const answers = await Promise.all(printers.map((one) => print(printing(one))))
      expect(answers.map(({ outcome }) => outcome)).toEqual(printers.map(() => 'printed'))
      return performance.now() - began
    }
    expect(await time(id, id)).toBeGreaterThan(1600)
    expect(await time(id, beside)).toBeLessThan(1600)
  })

  test('a bridge that is killed in the middle leaves it open whether labels come out, and prints none twice', async () => {
    const environment = { VESTRY_DATA: dataFolder, VESTRY_PRINTER_PORTS: String(printer.port) }
    const killed = runBridge(environment, linkOf(bridge))
    await vi.waitFor(() => expect(killed.printed()).toContain('is the bridge'), 20_000)
    printer.behave({ slow: 1500 })
    const body = printing(id)
    const answer = print(body)
    await vi.waitFor(() => expect(printer.jobs).toHaveLength(1), 5000)
    expect(await killed.end('SIGKILL')).toBe('SIGKILL')
    expect(await answer).toEqual({ outcome: 'silent', sent: true })

    const next = runBridge(environment)
    await vi.waitFor(() => expect(next.printed()).toContain('is the bridge'), 20_000)
    printer.behave({ status: brotherStatus() })
    expect(await print(body)).toEqual({ outcome: 'silent', sent: true })
    expect(labels()).toBe(1)
    expect(await print()).toEqual({ outcome: 'printed', sent: true })
    expect(await next.end('SIGTERM')).toBe(0)
    expect(next.printed()).toMatch(/Printed 1 label at Entrance\.\nThe bridge was stopped\.\n$/)
  })

  test('a bridge that is deleted ends with a sentence, and its printers are silent at once', async () => {
    const command = await start()
    await server.ask('DELETE /door/stations', { query: { id: bridge.id } })
    const began = performance.now()
    expect(await print()).toEqual({ outcome: 'silent', sent: false })
    expect(performance.now() - began).toBeLessThan(1000)
    expect(await command.ended).toBe(DELETED)
    expect(performance.now() - began).toBeLessThan(3000)
    const again = await runVestry('bridge', { VESTRY_DATA: dataFolder })
    expect([again.code, again.errors]).toEqual([1, `${DELETED}\n`])
    const listed = await server.ask('GET /door/printers')
    expect(listed.find((one) => one.id === id)).toMatchObject({ bridge_id: bridge.id })
    expect(labels()).toBe(0)
  })

  test('it says once that the line broke, and goes on when the server is there again', async () => {
    const own = await startTestServer({ database: on })
    const { secret, id: bridge_id } = await addStation(own, { kind: 'bridge' })
    const { id: at } = await addPrinter(own, { bridge_id, host: 'localhost' })
    const authorization = `Bearer ${await own.signIn()}`
    await own.app.close()
    const rows = await openDatabase(own.config)
    await rows.sql.updateTable('printer').set({ port: printer.port }).execute()
    await rows.close()

    const [port, host] = [await freePort(), '127.0.0.1']
    const config = { ...own.config, port, host, printerPorts: [printer.port] }
    const open = async () => {
      const app = await buildApp(config, { clock: own.clock, log: undefined })
      await app.listen()
      return app
    }
    const before = await open()
    const { lines } = await start([`http://${host}:${port}/api${BRIDGE_MARK}${secret}`])
    // A stop waits for no bridge.
    const began = performance.now()
    await before.close()
    expect(performance.now() - began).toBeLessThan(3000)
    await vi.waitFor(() => expect(lines[1]).toMatch(/ It is tried again until it answers\.$/), 5000)
    const after = await open()
    await vi.waitFor(() => expect(lines[2]).toBe(`${host}:${port} answers again.`), 30_000)
    const call = { method: 'POST', url: '/api/door/print', headers: { authorization } } as const
    const printed = await after.http.inject({ ...call, payload: printing(at) })
    expect(printed.json()).toEqual({ outcome: 'printed', sent: true })
    await after.close()
    await own.destroy()
  })

  test('it sends nothing to ports that its own settings do not name, nor where no printer may be', async () => {
    const first = await start(undefined, [9100])
    expect(await print()).toEqual({ outcome: 'silent', sent: false })
    await first.stop()
    const second = await start([])
    await database.sql.updateTable('printer').set({ host: '169.254.169.254' }).where('id', '=', id).execute()
    expect(await print()).toEqual({ outcome: 'silent', sent: false })
    await vi.waitFor(() => expect(second.lines[1]).toBe('The printer Entrance is silent.'))
    expect(labels()).toBe(0)
  })

  test('the key of a bridge opens its own calls alone, which no other station’s key opens', async () => {
    const { as } = await pairStation(server, { kind: 'bridge' })
    const refused = async (call: string, given: ReturnType<typeof asStation>, body?: object) => {
      const answer = await server.tryCall(call, { ...given, ...(body && { body }) })
      return [answer.status, answer.body.message]
    }
    const forPeople = [403, 'This is not a station that people use.']
    expect(await refused('GET /station', as)).toEqual(forPeople)
    expect(await refused('GET /station/called', as)).toEqual(forPeople)
    expect(await refused('POST /station/children', as, { phone: '0161 496 0000' })).toEqual(forPeople)
    for (const kind of ['self', 'screen'] as const) {
      const other = await pairStation(server, { kind })
      expect(await refused('POST /station/jobs', other.as, { wait: 0 })).toEqual([
        ...[403, 'This station is not a bridge to printers.'],
      ])
    }
  })

  test('a bridge gets no labels of another one, and tells nothing of them', async () => {
    const other = await pairStation(server, { kind: 'bridge' })
    const body = printing(id)
    const answer = print(body)
    await vi.waitFor(async () =>
      expect(await database.sql.selectFrom('print_job').selectAll().execute()).toHaveLength(1),
    )
    const ask = (call: 'POST /station/jobs' | 'PUT /station/jobs', asked: object) =>
      server.ask(call, { body: asked, ...other.as })
    expect(await ask('POST /station/jobs', { wait: 0 })).toEqual({ jobs: [] })
    const { request_id } = body
    await ask('PUT /station/jobs', { request_id, outcome: 'printed', sent: true })
    expect(await answer).toEqual({ outcome: 'silent', sent: false })
  })

  test('a bridge that has gone takes nothing away from whoever asks after it', async () => {
    const gone = await pairStation(server, { kind: 'bridge' })
    const at = await addOwn({ bridge_id: gone.id })
    const line = new AbortController()
    const asked = fetch(`${address}/station/jobs`, {
      method: 'POST',
      headers: { ...gone.as.headers, 'content-type': 'application/json' },
      body: '{"wait":20}',
      signal: line.signal,
    })
    await pause(300)
    line.abort()
    await expect(asked).rejects.toThrow('aborted')
    await pause(100)
    expect(await print(printing(at))).toEqual({ outcome: 'silent', sent: false })
  })

  test('a link makes one computer the bridge, once', async () => {
    await (await start()).stop()
    expect(await (await start()).ended).toBe(
      'This link was used already, or is older than 15 minutes. Ask an administrator for another one.',
    )
    expect(await (await start([])).stop()).toBe('stopped')
  })

  test.each([
    ['bridge', 'This computer is no bridge yet: it needs the link that Settings, Stations, shows.'],
    ['bridge church.example', 'The link of a bridge looks like https://church.example/api#bridge=…'],
    [
      'bridge https://church.example/api',
      'The link of a bridge looks like https://church.example/api#bridge=…',
    ],
    [
      'bridge https://church.example/station#pair=x',
      'This link is for a tablet or a screen; the one of a bridge is needed.',
    ],
    ['bridge one two', '"bridge" takes one link, not also "two".'],
  ])('"%s" is written wrongly: exit code 2 and one sentence', async (line, sentence) => {
    const told = await runVestry(line, { VESTRY_DATA: join(dataFolder, 'none') })
    expect(told).toEqual({ code: 2, output: '', errors: `${sentence} Use --help to see how.\n` })
  })

  test('a server that is not there is named', async () => {
    const told = await runVestry(`bridge http://127.0.0.1:${await freePort()}/api#bridge=x`, {
      VESTRY_DATA: dataFolder,
    })
    expect(told).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /^There is no line \(ECONNREFUSED\) at http:\/\/127\.0\.0\.1:\d+\/api\.\n$/,
      ),
    })
  })
})
