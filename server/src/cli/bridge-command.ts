import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bridgeRoutes, type PrintJob } from '@vestry/contract/calls/bridge.ts'
import { ErrorAnswer } from '@vestry/contract/calls/route.ts'
import { stationRoutes } from '@vestry/contract/calls/station.ts'
import { BRIDGE_MARK, MAX_BRIDGE_WAIT, PAIRING_MARK } from '@vestry/contract/sunday-school/station-rules.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { readSecret, writeSecret } from '../https/secret-file.ts'
import { readPicture } from '../sunday-school/door-printers/label-printing.ts'
import { createSendLabels, type SendLabels } from '../sunday-school/door-printers/send-labels.ts'
import type { Printed } from '../sunday-school/door-printers/send-to-printer.ts'
import { readArguments } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

export const BRIDGE_HELP = `vestry bridge [LINK]
    Prints labels of a server elsewhere at the printers in this computer's network, until it is stopped. The link makes
    this computer the bridge, once: Settings, Stations, shows it when a bridge is added there.`

/** This computer can't be the bridge; the message is one sentence to show. */
export class BridgeError extends Error {
  override name = 'BridgeError'
}

/** What makes this computer a bridge: the address of the server's calls, and the key for them. */
const Bridge = z.object({ address: z.string(), key: z.string(), name: z.string() })
type Bridge = z.output<typeof Bridge>

type BridgeParts = {
  config: Pick<Config, 'dataFolder' | 'printerPorts'>
  write(line: string): void
  /** Ends the command. */
  signal: AbortSignal
}

const KEPT_AS = 'bridge.json'
/** In milliseconds: how long an answer may take, beside what the server waits for labels. */
const PATIENCE = 15_000
/** The pauses before a line that broke is tried again. */
const PAUSES = { first: 1000, longest: 10_000 }
/** The least pause after an answer without labels, so that nothing floods a server that answers such at once. */
const BETWEEN = 200
/** The pauses before an outcome is told again; then nobody waits for it any more. */
const TELLING = [0, 300, 1000]

const BECAME: Record<Printed['outcome'], string> = {
  printed: '',
  silent: 'is silent',
  closed: 'broke off',
  no_paper: 'has no labels left',
  not_ready: 'is not ready',
}

/** Runs `bridge …` until it is told to stop; throws UsageError or BridgeError, both with one sentence to show. */
export async function runBridgeCommand(parts: BridgeParts, args: readonly string[]): Promise<void> {
  const { positionals } = readArguments({ args: [...args], allowPositionals: true, options: {} })
  const [link, more] = positionals
  if (more !== undefined) {
    throw new UsageError(`"bridge" takes one link, not also "${more}".`)
  }
  const file = join(parts.config.dataFolder, KEPT_AS)
  const bridge = link === undefined ? readBridge(file) : await becomeBridge(link, file)
  parts.write(`This computer is the bridge “${bridge.name}” of ${hostOf(bridge)}.`)
  await serve(bridge, parts)
  parts.write('The bridge was stopped.')
}

function readBridge(file: string): Bridge {
  const kept = readSecret(file)
  if (kept === undefined) {
    throw new UsageError('This computer is no bridge yet: it needs the link that Settings, Stations, shows.')
  }
  return Bridge.parse(JSON.parse(kept))
}

async function becomeBridge(link: string, file: string): Promise<Bridge> {
  const [address = '', secret = ''] = link.split(BRIDGE_MARK)
  if (link.includes(PAIRING_MARK)) {
    throw new UsageError('This link is for a tablet or a screen; the one of a bridge is needed.')
  }
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '') || secret === '') {
    throw new UsageError(`The link of a bridge looks like https://church.example/api${BRIDGE_MARK}…`)
  }
  // The link is good once: what comes of it must find its place.
  const folder = join(file, '..')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.W_OK)
  const path = '/station/key'
  const answer = await ask({ address, key: secret }, { method: 'POST', path, patience: PATIENCE }).catch(
    (error: unknown) => {
      throw error instanceof BridgeError ? error : new BridgeError(`${reasonOf(error)} at ${address}.`)
    },
  )
  const { key, name } = stationRoutes.pair.answer.parse(answer)
  const bridge = { address, key, name }
  writeSecret(file, [JSON.stringify(bridge)])
  return bridge
}

/** Fetches labels and prints them until the signal comes, and then ends what was begun. */
async function serve(bridge: Bridge, { config, write, signal }: BridgeParts): Promise<void> {
  const sendLabels = createSendLabels(config)
  const running = new Set<Promise<void>>()
  let wait = 0
  while (!signal.aborted) {
    try {
      // After a line that broke an answer at once tells that it is there again.
      const { jobs } = await takeJobs(bridge, { wait: wait > 0 ? 0 : MAX_BRIDGE_WAIT, signal })
      if (wait > 0) {
        write(`${hostOf(bridge)} answers again.`)
      }
      wait = 0
      for (const job of jobs) {
        const work = print(bridge, job, { sendLabels, write }).finally(() => running.delete(work))
        running.add(work)
      }
      if (jobs.length === 0) {
        await pauseUntil(signal, BETWEEN)
      }
    } catch (error) {
      if (error instanceof BridgeError) {
        await Promise.all(running)
        throw error
      }
      if (!signal.aborted) {
        if (wait === 0) {
          write(`${reasonOf(error)} at ${hostOf(bridge)}. It is tried again until it answers.`)
        }
        wait = Math.min(PAUSES.longest, wait === 0 ? PAUSES.first : 2 * wait)
        await pauseUntil(signal, wait)
      }
    }
  }
  await Promise.all(running)
}

async function takeJobs(bridge: Bridge, { wait, signal }: { wait: number; signal: AbortSignal }) {
  const patience = wait * 1000 + PATIENCE
  const body = { wait }
  const answer = await ask(bridge, { method: 'POST', path: '/station/jobs', body, patience, signal })
  return bridgeRoutes.take.answer.parse(answer)
}

/** Prints, says what became of it, and tells the server; never fails. */
async function print(
  bridge: Bridge,
  { request_id, printer, pictures, within }: PrintJob,
  { sendLabels, write }: { sendLabels: SendLabels; write: (line: string) => void },
): Promise<void> {
  const deadline = performance.now() + within
  let printed: Printed = { outcome: 'silent', sent: false }
  try {
    const labels = pictures.map((picture) => readPicture(picture, printer.size))
    printed = { outcome: 'silent', sent: true }
    printed = await sendLabels(printer, labels, deadline)
    write(describe(printed, { name: printer.name, count: labels.length }))
  } catch (error) {
    write(`The labels could not be sent to ${printer.name}: ${(error as Error).message}`)
  }
  const body = { request_id, ...printed }
  for (const time of TELLING) {
    await pause(time)
    try {
      await ask(bridge, { method: 'PUT', path: '/station/jobs', body, patience: PATIENCE })
      return
    } catch (error) {
      if (error instanceof BridgeError) {
        return
      }
    }
  }
  write(`${hostOf(bridge)} could not be told of it.`)
}

function describe({ outcome, sent }: Printed, { name, count }: { name: string; count: number }): string {
  if (outcome === 'printed') {
    return `Printed ${count === 1 ? '1 label' : `${count} labels`} at ${name}.`
  }
  return `The printer ${name} ${BECAME[outcome]}${sent ? '; labels may still come out' : ''}.`
}

/** Makes a call of stations. Throws BridgeError if the key counts no more, and other errors where another try may do. */
async function ask(
  { address, key }: Pick<Bridge, 'address' | 'key'>,
  {
    method,
    path,
    body,
    patience,
    signal,
  }: { method: string; path: string; body?: object; patience: number; signal?: AbortSignal },
): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    ...{ method, redirect: 'error' },
    headers: { authorization: `Station ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  })
  const answer: unknown = await response.json()
  if (response.ok) {
    return answer
  }
  const { error, message } = ErrorAnswer.parse(answer)
  if (error === 'not_signed_in' || error === 'not_allowed') {
    throw new BridgeError(
      path === '/station/key'
        ? message
        : 'This bridge was deleted. Add another under Settings, Stations, and start it here with its link.',
    )
  }
  throw new Error(message)
}

/** Why a call failed, in a few words. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === undefined ? 'There is no good answer' : `There is no line (${cause.code})`
}

function hostOf({ address }: Pick<Bridge, 'address'>): string {
  return new URL(address).host
}

/** A pause that a signal ends. */
async function pauseUntil(signal: AbortSignal, time: number): Promise<void> {
  await pause(time, undefined, { signal }).catch(() => undefined)
}
