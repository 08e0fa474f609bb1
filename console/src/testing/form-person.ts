import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { expect, vi } from 'vitest'
import { ADA, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { memory } from '../attendance/testing-browser.ts'
import { fileNameOf } from '../preaching/form/upload-kinds.ts'
import type { PreachingFormState } from '../preaching/form/use-preaching-form.ts'
import type { Move } from './form-moves.ts'
import { type FormTab, type Lookups, openTab } from './form-tab.tsx'
import { createNetwork, PATHS } from './network.ts'
import {
  actionsOf,
  expectContent,
  type FileKind,
  fileAt,
  isDirty,
  makeFile,
  merge,
  NOTHING,
  type Wish,
} from './sermon-wish.ts'
import { openSermons } from './sermons-of-run.ts'
import type { Person } from './sign-in-tokens.ts'

const realTimer = setTimeout

export type Church = { server: TestServer; lookups: Lookups; ben: Person }

/** A person at the form, who knows what they want; all their titles and names begin with `run`. */
export async function sitDown({ server, lookups, ben }: Church, run: string) {
  const network = createNetwork(server)
  const storage = memory()
  const sermons = await openSermons(server, run)
  let made = 0
  let wish = NOTHING
  let name: string | undefined
  /** What the person wanted before somebody else's version replaced it. */
  let aside: Wish | undefined
  /** What was dropped from a form, and what the end of a session took away. */
  const dropped = new Map<string, Wish>()
  const kept = new Map<string, Wish>()
  /** The saves by their titles; below, the title of the save that is shown, and of the card that is being opened. */
  const saves = new Map<string, Wish>()
  let saving = ''
  let opening: string | undefined
  const said = new Set<number>()
  let seen = 0
  /** Objects for which nobody here is responsible: those of a tab that was closed. */
  const given = new Set<string>()
  let tab = await open()
  let who = ADA
  let lastSession = tab.session.currentSession()
  await signIn(ADA)

  async function open(): Promise<FormTab> {
    return await through(openTab(network, storage, lookups))
  }
  /** Moves the clock on until this is done. */
  async function through<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    while (!isDone) {
      await pass(50)
    }
    return await done
  }
  async function pass(ms: number) {
    for (let left = ms; left >= 0; left -= 50) {
      await vi.advanceTimersByTimeAsync(Math.min(50, left))
      do {
        await new Promise((resolve) => realTimer(resolve, 1))
      } while (network.isBusy())
    }
  }

  async function signIn(person: Person) {
    const before = owner()
    await through(tab.signIn(person))
    await pass(200)
    if (before !== undefined && before !== owner()) {
      forget()
      // The store doesn't let anybody remove what somebody else has uploaded.
      await sermons.handOver(made)
      await excuse()
    }
    who = person
  }
  /** Who is signed in, or was signed in last. */
  function owner() {
    const session = tab.session.currentSession()
    return session.status === 'signed_in' ? session.sub : session.whose
  }

  const isCovered = () =>
    tab.seen.boxes.some((box) =>
      box.kind === 'progress' ? box.progress.corner === undefined : box.kind !== 'notice',
    )
  /** The form, if nothing covers it. */
  async function uncovered() {
    for (const box of tab.seen.boxes) {
      if (box.kind === 'message') {
        box.answer()
      }
    }
    await pass(50)
    await look()
    return isCovered() ? undefined : tab.seen.form
  }
  const progress = () => tab.seen.boxes.flatMap((box) => (box.kind === 'progress' ? [box.progress] : []))
  const fileOf = (kind: FileKind) => {
    made += 1
    return makeFile(run, kind, made)
  }
  const type = (form: PreachingFormState) => {
    made += 1
    wish = { ...wish, title: `${run} title ${made}` }
    form.set('localizedname', `${run} title ${made}`)
    form.set('event_datetime', '2026-05-03T10:30')
  }

  async function make(move: Move) {
    switch (move.move) {
      case 'wait':
        return await pass(move.ms)
      case 'line':
        network.turn(move.line)
        return tab.dispatch(move.line === 'down' ? 'offline' : 'online')
      case 'somebody else':
        return await sermons.changeBase()
      case 'session ends':
        await through(tab.session.signInAgain().catch(() => undefined))
        await pass(200)
        // Nobody can remove what was under way at that moment any more.
        return network.cutOff.forEach((key) => void given.add(key))
      case 'log out':
        progress()
          .find(({ onAside }) => onAside)
          ?.onAside?.()
        await pass(50)
        return !isCovered() && tab.session.currentSession().status === 'signed_in' && void tab.logOut()
      case 'sign in':
        return !['down', 'refused'].includes(network.line()) && (await signIn(move.as === 'ada' ? ADA : ben))
      case 'close tab': {
        const unsaved = (await unclaimed()).length > 0 && !network.isDeleting()
        expect(tab.asksBeforeClosing() || !unsaved, 'the browser asks').toBe(true)
        tab.close()
        await pass(200)
        await excuse()
        forget()
        name = undefined
        network.turn('up')
        tab = await open()
        return
      }
      case 'answer': {
        const box = tab.seen.boxes.find(({ kind }) => kind === 'message' || kind === 'question')
        if (box?.kind === 'message') {
          box.answer()
        } else if (box?.kind === 'question') {
          const isConflict = box.question.danger !== true
          aside = isConflict && move.yes ? wish : aside
          opening = isConflict || move.yes ? opening : undefined
          box.answer(move.yes ? '' : undefined)
        }
        return await pass(50)
      }
      case 'aside':
        progress()
          .find(({ onAside }) => onAside)
          ?.onAside?.()
        return await pass(50)
      case 'call off':
        return progress()
          .find(({ onCancel }) => onCancel)
          ?.onCancel?.()
      case 'back':
        return tab.seen.form && tab.goBack()
      case 'open card': {
        const { corner } = progress().find(({ corner }) => corner) ?? {}
        opening = corner?.failure ? corner.title : opening
        corner?.onOpen()
        return await pass(300)
      }
      case 'open':
      case 'leave': {
        const page = move.move !== 'open' ? '' : move.which === 'new' ? '/new' : `/edit/${sermons.uuid}`
        if ((await uncovered()) || !isCovered()) {
          void tab.goTo(`/preaching${page}`)
        }
        return await pass(300)
      }
    }
    const form = await uncovered()
    if (form === undefined) {
      return
    }
    switch (move.move) {
      case 'type':
        type(form)
        break
      case 'recording': {
        const file = fileOf('rec')
        form.chooseRecording(file)
        wish = { ...wish, recording: file.name }
        break
      }
      case 'poster': {
        const file = fileOf('poster')
        form.choosePoster(file)
        wish = { ...wish, poster: file.name }
        break
      }
      case 'attach': {
        const files = [fileOf('notes'), fileOf('notes')].slice(made % 2)
        form.attach(files)
        wish = { ...wish, attachments: [...wish.attachments, ...files.map((file) => file.name)] }
        break
      }
      case 'detach': {
        const { path } = form.values.attachments[move.at] ?? {}
        if (path !== undefined) {
          form.detach(path)
          wish = { ...wish, attachments: wish.attachments.filter((one) => one !== fileNameOf(path)) }
        }
        break
      }
      case 'clear': {
        form.clear(move.field)
        const { [move.field === 'path' ? 'recording' : 'poster']: _cleared, ...others } = wish
        wish = others
        break
      }
      case 'default poster':
        form.putDefaultPoster()
        wish = { ...wish, poster: fileNameOf(DEFAULT_POSTER_PATH) }
        break
      case 'sound':
        form.chooseSound({ loudness: made % 2 === 0 })
        break
      case 'reset':
        if (name !== 'new' && isDirty(form)) {
          dropped.set(name ?? '', wish)
          wish = NOTHING
          aside = undefined
        }
        form.cancel()
        break
      case 'put back': {
        const action = actionsOf(form.notices)[0]
        const back = aside ?? dropped.get(name ?? '')
        if (action !== undefined && back !== undefined) {
          action()
          wish = merge(wish, back)
          dropped.delete(aside === undefined ? (name ?? '') : '')
          aside = undefined
        }
        break
      }
      case 'save':
        if (wish.title === undefined) {
          type(form)
          await pass(50)
        }
        saving = wish.title ?? ''
        saves.set(saving, wish)
        void tab.seen.form?.save()
        if (move.twice) {
          void tab.seen.form?.save()
        }
    }
    await pass(50)
  }

  /** Follows which form is on the screen, and compares all that is visible with what the person wants. */
  async function look() {
    for (const { form, name, session, by } of tab.seen.closed.splice(0)) {
      const isHere = session.status === 'signed_in'
      const isUnsaved = form !== undefined && isDirty(form) && !form.saved
      if (!isHere || form?.saved) {
        dropped.delete(name ?? '')
      }
      if (isUnsaved && isHere && session.sub === by) {
        dropped.set(name ?? '', wish)
      }
      if (isUnsaved && !isHere && session.why === 'ended') {
        kept.set(name ?? '', wish)
      }
    }
    const session = tab.session.currentSession()
    if (session !== lastSession && session.status === 'signed_out' && session.why === 'left') {
      // Signing out waits for no connection.
      await (['down', 'answers lost'].includes(network.line()) && excuse())
    }
    lastSession = session
    const { form } = tab.seen
    if (tab.seen.name !== name) {
      name = tab.seen.name
      aside = undefined
      const fromCard = name?.includes('draft=') && opening !== undefined ? saves.get(opening) : undefined
      opening = fromCard && undefined
      wish = merge(NOTHING, fromCard ?? kept.get(name ?? '') ?? NOTHING)
      kept.delete(name ?? '')
    }
    if (form !== undefined) {
      if (aside !== undefined && wish === aside && !isDirty(form)) {
        wish = NOTHING
      }
      const { title, recording, poster, attachments } = wish
      const { values, files } = form
      expect({
        title: title && values.localizedname,
        recording: files.path?.name,
        poster: poster && fileNameOf(values.poster_path),
        attachments: values.attachments.flatMap(({ path }) => files.attachments?.[path]?.name ?? []),
      }).toEqual({ title, recording, poster, attachments })
      const offers = actionsOf(form.notices).length > 0
      if (!isDirty(form) && !form.saved) {
        expect(offers, 'what was dropped is offered').toBe(dropped.has(name ?? '') || aside !== undefined)
      }
    }
    for (const box of tab.seen.boxes.filter(({ id }) => !said.has(id))) {
      said.add(box.id)
      if (box.kind === 'message' && ['success', 'warning'].includes(box.message.status)) {
        await expectSaved(saving)
      }
      if (box.kind === 'notice') {
        await expectSaved(box.notice.message.split(': ')[1] ?? '')
      }
    }
    if (network.changes() !== seen) {
      seen = network.changes()
      await expectWhole()
    }
  }

  /** A sermon that was reported as saved is as the person wanted it. */
  async function expectSaved(title: string) {
    const { recording, poster, attachments } = saves.get(title) ?? NOTHING
    const [sermon] = (await sermons.all()).filter(({ localizedname }) => localizedname === title)
    expect({
      title: sermon?.localizedname,
      recording: recording && fileAt(sermon?.path ?? ''),
      poster: poster && fileAt(sermon?.poster_path ?? ''),
      attachments: sermon?.attachments.map(({ path }) => fileAt(path)),
    }).toEqual({ title, recording, poster, attachments: expect.arrayContaining([...attachments]) })
  }

  /** No sermon exists twice, and none names an object that is missing or is something else. */
  async function expectWhole() {
    const [all, objects] = [await sermons.all(), await sermons.objects()]
    const titles = all.map(({ localizedname }) => localizedname)
    expect(titles).toEqual([...new Set(titles)])
    for (const path of JSON.stringify(all).match(PATHS) ?? []) {
      if (path !== DEFAULT_POSTER_PATH) {
        expect(objects.has(path), `${path} is there`).toBe(true)
      }
    }
    for (const [key, size] of objects) {
      expectContent(key, size)
    }
  }

  const forget = () => [dropped, kept, saves].forEach((memory) => void memory.clear())
  const excuse = async () => (await unclaimed()).forEach((key) => void given.add(key))
  const unclaimed = async () => {
    const excused = new Set([...given, ...network.unanswered])
    return (await sermons.unnamed()).filter((key) => !excused.has(key))
  }

  /**
   * In the end everything is saved, or given up by the person who signs out: then there is no object that no sermon
   * names.
   */
  async function leaveForGood() {
    await make({ move: 'line', line: 'up' })
    for (let round = 0; round < 4; round += 1) {
      await make({ move: 'answer', yes: false })
      await pass(3000)
      await look()
    }
    if (tab.session.currentSession().status !== 'signed_in') {
      await signIn(who)
    }
    await make({ move: 'log out' })
    await make({ move: 'answer', yes: true })
    await make({ move: 'answer', yes: true })
    await pass(4000)
    await look()
    expect(tab.session.currentSession()).toMatchObject({ why: 'left' })
    await expectWhole()
    expect(await unclaimed(), 'files that no sermon names').toEqual([])
    tab.close()
  }

  return { make, look, leaveForGood }
}
