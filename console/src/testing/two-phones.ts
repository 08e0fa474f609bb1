import { expect } from 'vitest'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import type { DeviceTime } from './device-pages.ts'
import { CHILDREN, type Move } from './phones-moves.ts'
import { createRollDevice, type RollDevice, type Staff } from './roll-device.tsx'
import { createOffice, type Office, type PlannedRoll, planRoll } from './roll-office.ts'
import { type Answered, createRollWitness, type RollWitness } from './roll-witness.ts'
import type { Written } from './written-words.ts'

const HOUR = 3_600_000
const MORNING_TAKES_AT_MOST = 90_000

type Truth = Awaited<ReturnType<Office['truth']>>
type Church = { server: TestServer; time: DeviceTime; staff: readonly Staff[] }
type Morning = {
  roll: PlannedRoll
  witness: RollWitness
  office: Office
  phones: RollDevice[]
  time: DeviceTime
}

let guests = 0
let words = 0
/** A morning that has not ended. */
let hung: Error | undefined

/**
 * Two phones and an office through one morning; throws if anything was lost, doubled or told to the wrong person, or
 * hangs: then all that would be asked of the same server afterwards has failed too.
 */
export async function spendMorning(church: Church, moves: readonly Move[]): Promise<void> {
  if (hung !== undefined) {
    throw hung
  }
  let now = 'beginning'
  let alarm: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    alarm = setTimeout(() => {
      hung = new Error(`A morning hangs at ${now}: ${JSON.stringify(moves)}`)
      reject(hung)
    }, MORNING_TAKES_AT_MOST)
  })
  const spent = spend(church, moves, (what) => {
    now = what
  })
  await Promise.race([spent, tooLong]).finally(() => clearTimeout(alarm))
}

async function spend(
  { server, time, staff }: Church,
  moves: readonly Move[],
  say: (now: string) => void,
): Promise<void> {
  time.skip(24 * HOUR - ((time.now() - 8 * HOUR) % (24 * HOUR)))
  const day = new Date(time.now()).toISOString().slice(0, 10)
  const roll = await planRoll(
    server,
    day,
    staff.map(({ sub }) => sub),
    CHILDREN,
  )
  const witness = createRollWitness(server, roll.id)
  // What was there before anybody came counts as had, also where the class goes at once.
  await witness.read()
  const office = createOffice(server, roll, witness)
  const phones: RollDevice[] = []
  for (const person of staff) {
    const { id: class_id, session_datetime } = roll
    const phone = await createRollDevice({ server, time, watch: witness.watch, class_id, session_datetime })
    await phone.signIn(person)
    phone.openRoll()
    phone.writeDown()
    phones.push(phone)
  }
  await time.pass(300)
  const morning = { roll, witness, office, phones, time }
  try {
    for (const [at, move] of moves.entries()) {
      say(`move ${at}, ${move.act}`)
      await make(morning, staff, move)
      witness.speak()
    }
    say('sending what is left')
    await heal(morning, staff).finally(witness.speak)
    say('looking at the end')
    await expectNothingLost(morning)
    await expectAgreement(morning)
    for (const phone of phones) {
      await phone.signOut('stay')
      await expectNoNames(morning, phone)
    }
  } finally {
    phones.forEach((phone) => void phone.close())
    await office.leave()
  }
}

async function make(morning: Morning, staff: readonly Staff[], move: Move): Promise<unknown> {
  const { roll, office, phones, time } = morning
  if (move.act === 'wait') {
    return await time.pass(move.ms)
  }
  if (move.act === 'an hour passes') {
    time.skip(61 * 60_000)
    return await time.pass(100)
  }
  if (!('phone' in move)) {
    return await office.act(move)
  }
  const phone = phones[move.phone] as RollDevice
  // No two gestures at one moment: by its time each is known.
  await time.pass(1)
  switch (move.act) {
    case 'mark':
      return phone.gesture((on) => on.mark([roll.children[move.child] ?? 0], move.state))
    case 'undo':
      return phone.gesture((on) => on.undo())
    case 'all present':
      return phone.gesture((on) => on.markAllPresent())
    case 'guest':
      guests += 1
      return await phone.addGuest(`Guest${guests}x`)
    case 'comment':
    case 'absence':
      words += 1
      return await phone.write(move.act, roll.children[move.child] ?? 0, `Word${words}x`)
    case 'line':
      return phone.line.turn(move.reach)
    case 'fate':
      return phone.line.meet(move.fate)
    case 'open':
      phone.openRoll()
      return await time.pass(200)
    case 'close':
      return phone.closeRoll()
    case 'kill':
      await phone.kill()
      return phone.openRoll()
    case 'write down':
      return phone.writeDown()
    case 'die':
      await phone.die()
      return phone.openRoll()
    case 'clock':
      return phone.setClock(move.days)
    case 'session ends':
      return await phone.endSession()
    case 'sign out':
      await phone.signOut(move.unsent)
      return phone.sub() === undefined && (await expectNoNames(morning, phone))
    case 'sign in': {
      const before = phone.sub()
      if (phone.line.reach() === 'up' && (before === undefined || before !== staff[move.person]?.sub)) {
        await phone.signIn(staff[move.person] as Staff)
        phone.openRoll()
        await time.pass(200)
      }
    }
  }
}

/** The lines are up, and everybody who has left something on a device comes back to it. */
async function heal({ phones, time }: Morning, staff: readonly Staff[]): Promise<void> {
  for (const phone of phones) {
    phone.line.turn('up')
    phone.line.meet(undefined)
    phone.setClock(0)
    // Whoever is signed in no longer learns of it.
    phone.openRoll()
    phone.wake()
  }
  await time.pass(10_000)
  for (const phone of phones) {
    for (const person of staff) {
      if (phone.sub() === undefined || (phone.sub() !== person.sub && (await phone.unsent(person.sub)) > 0)) {
        await phone.signIn(person)
      }
      phone.openRoll()
      phone.wake()
      for (
        let looks = 0;
        phone.sub() === person.sub && looks < 8 && (await phone.unsent(person.sub)) > 0;
        looks += 1
      ) {
        await time.pass(5000)
      }
      expect(await phone.unsent(person.sub), 'nothing is left to be sent').toBe(0)
    }
    expect(phone.places()).toEqual([])
  }
  await time.pass(5000)
}

async function expectNothingLost({ phones, witness, office }: Morning): Promise<void> {
  const answered = witness.answered()
  for (const phone of phones) {
    for (const { sub, child, state, made } of phone.shown.values()) {
      const sent = answered.some(
        ({ sub: by, operation }) =>
          by === sub &&
          operation.attendee_id === child &&
          operation.state === state &&
          operation.made_at >= made,
      )
      const had = [child, office.mergedInto.get(child) ?? child].some((one) => witness.had(one, state))
      expect(sent || had, `the mark ${state} of ${child} is somewhere`).toBe(true)
    }
  }
  const marks = answered.filter(({ operation }) => operation.kind === 'mark')
  const gestures = marks.map(
    ({ sub, operation: { attendee_id, made_at } }) => `${sub} ${attendee_id} ${made_at}`,
  )
  expect(gestures, 'what was done once has one number').toEqual([...new Set(gestures)])
  const guestsOf = phones.flatMap((phone) => phone.guests)
  const truth = await office.truth(guestsOf.map(({ name }) => name))
  const kept = new Map(
    truth.operations.map((row) => [`${row.sub} ${row.device} ${row.number}`, [row.outcome, row.reason]]),
  )
  const told = answered.map(({ sub, device, operation, answer }) => [
    `${sub} ${device} ${operation.number}`,
    [answer.outcome, answer.reason ?? ''],
  ])
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(told))
  expect(truth.claims).toHaveLength(answered.filter(({ answer }) => answer.outcome === 'claim').length)
  for (const { request_id, name, told: said } of guestsOf) {
    const children = truth.guests.filter(({ first_name }) => first_name === name)
    const answer = answered.find(({ device }) => device === request_id)?.answer
    expect(children.length, `${name} is one child`).toBeLessThanOrEqual(1)
    expect(said !== 'added' || children.length === 1, `${name} was added`).toBe(true)
    expect(said !== 'kept' || answer !== undefined, `${name} was sent`).toBe(true)
    expect(answer === undefined || answer.outcome === 'claim' || children.length === 1).toBe(true)
  }
  expectWordsKept(
    phones.flatMap(({ written }) => written),
    { answered, truth, office },
  )
}

/** What somebody wrote is there once or waits to be settled, and nowhere once the child was erased. */
function expectWordsKept(
  written: readonly Written[],
  { answered, truth, office }: Pick<Morning, 'office'> & { answered: Answered[]; truth: Truth },
): void {
  for (const { kind, sub, child, word, told } of written) {
    const sent = answered.filter(({ operation }) => [operation.comment, operation.reason].includes(word))
    expect(sent.length, `${word} has one number`).toBeLessThanOrEqual(1)
    expect(told !== 'kept' || sent.length === 1, `the ${kind} ${word} of ${child} was sent`).toBe(true)
    expect(sent.every((one) => one.sub === sub && one.operation.attendee_id === child)).toBe(true)
    if (office.erased.has(child) && !office.wasMerged(child)) {
      expect(JSON.stringify(truth), 'nothing is left of an erased child').not.toContain(word)
    } else if (office.leftAlone(child)) {
      const outcome = sent[0]?.answer.outcome
      const claims = truth.claims.filter(({ wanted_text }) => wanted_text === word)
      expect(claims).toHaveLength(outcome === 'claim' ? 1 : 0)
      const planned = truth.absences.filter(({ reason }) => reason === word)
      const isPlanned = kind === 'absence' && (outcome === 'applied' || told === 'saved')
      expect(planned.length, `${word} is planned once`).toBeLessThanOrEqual(1)
      expect(!isPlanned || planned.length === 1, `${word} is planned`).toBe(true)
    }
  }
}

/** Both screens show what the server has. */
async function expectAgreement({ phones, witness, time }: Morning): Promise<void> {
  await time.pass(4000)
  const stands = [...(await witness.read())].map(([id, { state, comment }]) => [id, state, comment])
  for (const phone of phones) {
    expect([...(phone.shows() ?? [])].sort(), 'the screen shows what is there').toEqual(stands.sort())
    expect(phone.view()?.saving === 'kept' || phone.view()?.saving === 'saving').toBe(false)
  }
}

/** Nobody finds a child's name on a device that nobody is signed in on, nor an erased child's on any. */
async function expectNoNames({ roll, office }: Morning, phone: RollDevice): Promise<void> {
  const { storage, databases } = await phone.readStores()
  const rolls = databases.get('vestry.rolls') ?? ''
  const gone = [...roll.names].filter(([id]) => phone.sub() === undefined || office.erased.has(id))
  const waiting = new Set(phone.guests.filter(({ told }) => told === 'kept').map(({ name }) => name))
  const named = [
    ...gone.map(([, name]) => name),
    ...phone.written.filter(({ child }) => office.erased.has(child)).map(({ word }) => word),
  ]
  expect(named.filter((name) => `${storage}${rolls}`.includes(name))).toEqual([])
  const unsent = databases.get('vestry.unsent') ?? ''
  const words = phone.written.map(({ word }) => word)
  expect(words.filter((word) => storage.includes(word))).toEqual([])
  const others = [
    ...phone.guests.filter(({ name }) => !waiting.has(name)).map(({ name }) => name),
    ...phone.written.filter(({ told }) => told !== 'kept').map(({ word }) => word),
  ]
  expect(others.filter((name) => unsent.includes(name))).toEqual([])
}
