import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { cognitoCall } from '../../../server/src/testing/cognito-call.ts'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import { namesIn } from '../attendance/mark-places.ts'
import type { RollCallStore } from '../attendance/roll-call-store.ts'
import type { OpenBox } from '../ui/dialogs/dialogs.ts'
import { createDeviceStore, openPage, readDatabases } from './device-browser.ts'
import { type DeviceTime, inPage } from './device-pages.ts'
import { keepTokensOnDevice } from './device-tokens.ts'
import { createFaultyLine, type Watch } from './faulty-line.ts'
import { type Build, loadBuild } from './load-build.ts'
import { type Person, storeTokens } from './sign-in-tokens.ts'
import { createWriting } from './written-words.ts'

/** A mark that the screen has shown as one of this person's that waits or is on its way; `made`: when, by the device. */
export type ShownMark = { sub: string; child: number; state: RollState; made: number }
/** A guest for whom the person has pressed Add; `told`: what the screen said then. */
type ShownGuest = { sub: string; request_id: string; name: string; told: 'added' | 'kept' | 'failed' }
export type Staff = Person & { sub: string }

/** One device, with the roll of one class open on it whenever somebody is signed in and has opened it. */
export async function createRollDevice(options: {
  server: TestServer
  time: DeviceTime
  watch: Watch
  class_id: number
  session_datetime: string
}) {
  const { server, time, class_id } = options
  const { userPoolClientId: client } = server.app.identity.ids
  const store = createDeviceStore()
  const line = createFaultyLine(server, time, options.watch)
  const shown = new Map<string, ShownMark>()
  const guests: ShownGuest[] = []
  let ahead = 0
  let browser = openPage(store, line, () => ahead)
  let build: Build
  let boxes: readonly OpenBox[] = []
  let roll: { sub: string; store: RollCallStore; stop: () => void } | undefined

  const here = <Result,>(work: () => Result) => inPage(browser.page, work)
  const day = options.session_datetime.slice(0, 10)
  const writing = createWriting({ time, here, boxes: () => boxes, day })
  const sub = () => build.session.currentUserId()

  /** The console starts in a page of its own, with what the device has kept. */
  async function start() {
    const reach = line.reach()
    // Its files and its configuration come from the worker.
    line.turn('up')
    build = await here(loadBuild)
    const { config, amplify, session, onePerson, messages, work } = build
    const begin = async () => {
      await messages.startMessages(async () => ['en'])
      await messages.loadMessages('sunday-school')
      await amplify.configureAmplify(await config.loadRuntimeConfig())
      keepTokensOnDevice(client)
      line.turn(reach)
      await session.startSession()
    }
    await time.through(here(begin))
    here(() => {
      onePerson.forgetPreviousUser()
      work.workOffline()
      session.onSessionChange(closeOthersRoll)
      const keep = (open: readonly OpenBox[]) => {
        boxes = open
      }
      createRoot(browser.container).render(<Boxes dialogs={build.dialogs} onChange={keep} />)
    })
    await time.pass(100)
  }
  /** A screen is closed when its person is no longer signed in. */
  function closeOthersRoll() {
    if (roll !== undefined && roll.sub !== sub()) {
      closeRoll()
    }
  }
  function closeRoll() {
    roll?.stop()
    roll = undefined
  }

  function openRoll() {
    const person = sub()
    if (roll !== undefined || person === undefined) {
      return
    }
    here(() => {
      const made = build.stores.createRollCallStore({
        classId: class_id,
        call: build.calls.callRoll,
        device: build.onDevice.rollOnDevice(class_id, person),
        pending: build.pending.pendingMarks(
          localStorage,
          navigator.locks,
          { sub: person, email: `${person}@vestry.test` },
          class_id,
        ),
        isTemporary: build.calls.isTemporary,
        looking: () => true,
        told: () => undefined,
      })
      roll = { sub: person, store: made, stop: made.start() }
    })
  }

  /** A gesture on the open roll; what is kept of it afterwards, if it is not saved yet, the screen has promised to keep. */
  function gesture(move: (on: RollCallStore) => void) {
    const open = roll
    if (open === undefined) {
      return
    }
    const before = open.store.view()
    here(() => move(open.store))
    const after = open.store.view()
    for (const child of after.roll?.children ?? []) {
      const id = child.attendee_id
      const state = build.marks.shownState(after, child)
      if (build.marks.shownState(before, child) !== state) {
        const name = `${open.sub} ${id}`
        // Whoever takes back what was not sent yet is shown the mark before it, which may be older.
        const unsaved = after.waiting.get(id) ?? after.sent.get(id)
        if (unsaved !== undefined && !after.unkept) {
          shown.set(name, { sub: open.sub, child: id, state, made: unsaved.made ?? time.now() + ahead })
        } else {
          shown.delete(name)
        }
      }
    }
  }

  /** What the dialog does for a new guest. */
  async function addGuest(name: string) {
    const person = sub()
    if (person === undefined || roll === undefined) {
      return
    }
    const { store: on } = roll
    const fields = { first_name: name, last_name: 'Okafor', parent_contact: '600 1', allergies: 'nuts' }
    const request = { request_id: crypto.randomUUID(), class_id, ...fields }
    const guest: ShownGuest = { sub: person, request_id: request.request_id, name, told: 'failed' }
    guests.push(guest)
    const add = async () => {
      try {
        await build.api.callApi('POST /attendance/guest', { body: request })
        guest.told = 'added'
      } catch (error) {
        if (build.calls.isWithoutLine(error)) {
          const { session_datetime = options.session_datetime } = on.view().roll ?? {}
          const made = { kind: 'guest', number: 1, made_at: Date.now(), session_datetime } as const
          const work = {
            device: request.request_id,
            operation: { ...made, ...request },
            name: `${name} Okafor`,
          }
          await build.kept.keepWork(person, work)
          guest.told = 'kept'
        }
      }
    }
    await time.through(here(add))
  }

  /** Writes about a child of the open roll. */
  async function write(kind: 'comment' | 'absence', child: number, word: string) {
    const open = roll
    if (open?.store.view().roll?.children.some(({ attendee_id }) => attendee_id === child) === true) {
      await writing.write(build, open.store, { kind, sub: open.sub, child, word, told: 'failed' })
    }
  }

  async function kill() {
    browser.kill()
    await startAnew()
  }

  /** The whole browser dies, once the marks that it called kept had a moment to reach the disk. */
  async function die() {
    for (let tries = 0; !(await marksAreCopied()); tries += 1) {
      if (tries > 200) {
        throw new Error('The marks are never copied.')
      }
      await time.pass(1)
    }
    browser.kill()
    store.die()
    await startAnew()
  }
  async function marksAreCopied() {
    const copies = (await readDatabases(store)).get('vestry.marks') ?? ''
    const changes = namesIn(store.storage).filter((name) => name.startsWith('vestry.changed.'))
    return changes.every((name) => copies.includes(`"changed":${store.storage.getItem(name)},`))
  }

  async function startAnew() {
    roll = undefined
    boxes = []
    browser = openPage(store, line, () => ahead)
    await start()
  }

  async function signIn({ email, password, sub: person }: Staff) {
    // A sign-in that ends takes the tokens along that it finds: the page asks for a password once that is over.
    for (let tries = 0; line.isBusy() && tries < 100; tries += 1) {
      await time.pass(50)
    }
    const body = cognitoCall('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: client,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })
    const { text } = await line.ask('/cognito-idp/', body)
    here(() => {
      storeTokens(client, localStorage, email, JSON.parse(text).AuthenticationResult, -ahead)
      browser.dispatch('storage', { key: null })
    })
    await time.pass(100)
    if (sub() !== person) {
      throw new Error(`${email} is not signed in`)
    }
  }

  /** Signs out; what is unsent then stays, or is discarded, as the question offers, or the person stays. */
  async function signOut(then: 'keep' | 'discard' | 'stay') {
    const person = sub()
    if (person === undefined) {
      return
    }
    let left = false
    const leaving = here(() => build.leaving.logOut()).finally(() => {
      left = true
    })
    leaving.catch(() => undefined)
    for (let tries = 0; !left; tries += 1) {
      await time.pass(200)
      for (const box of boxes) {
        if (box.kind === 'question') {
          if (then === 'discard') {
            forget(person)
          }
          here(() => box.answer(then === 'stay' ? undefined : then))
        }
      }
      if (tries > 200) {
        throw new Error('Signing out never ends.')
      }
    }
    await time.pass(300)
  }
  /** The person has given up what was unsent, by name. */
  function forget(person: string) {
    for (const [name, mark] of shown) {
      if (mark.sub === person) {
        shown.delete(name)
      }
    }
    for (const guest of guests.filter((one) => one.sub === person && one.told === 'kept')) {
      guest.told = 'failed'
    }
    writing.forget(person)
  }

  /** The server ends the sign-in of this device. */
  async function endSession() {
    const name = namesIn(store.storage).find((one) => one.endsWith('.refreshToken'))
    if (name !== undefined) {
      const Token = store.storage.getItem(name) ?? ''
      await line.ask('/cognito-idp/', cognitoCall('RevokeToken', { ClientId: client, Token }))
    }
  }

  await start()
  return {
    line,
    shown,
    guests,
    sub,
    openRoll,
    closeRoll,
    gesture,
    addGuest,
    written: writing.written,
    write,
    kill,
    writeDown: store.writeDown,
    die,
    signIn,
    signOut,
    endSession,
    view: () => roll?.store.view(),
    shows: () => {
      const view = roll?.store.view()
      return view?.roll?.children.map((child) => [
        child.attendee_id,
        build.marks.shownState(view, child),
        child.mark.comment,
      ])
    },
    wake: () => here(() => roll?.store.wake()),
    setClock(days: number) {
      ahead = days * 24 * 3_600_000
    },
    unsent: (person: string) => here(() => build.unsent.countUnsent(localStorage, person)),
    readStores: async () => {
      const { storage } = store
      const plain = namesIn(storage).map((name) => storage.getItem(name))
      return { storage: plain.join('\n'), databases: await readDatabases(store) }
    },
    places: () => namesIn(store.storage).filter((name) => name.startsWith('vestry.marks.')),
    close: () => browser.kill(),
  }
}
export type RollDevice = Awaited<ReturnType<typeof createRollDevice>>

/** Draws nothing. */
function Boxes(props: { dialogs: Build['dialogs']; onChange: (boxes: readonly OpenBox[]) => void }) {
  const open = props.dialogs.useOpenBoxes()
  const { onChange } = props
  useLayoutEffect(() => onChange(open))
  return null
}
