import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { ADA, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { memory } from '../attendance/testing-browser.ts'
import { configureAmplify } from '../auth/configure-amplify.ts'
import { signOut, startSession } from '../auth/session.ts'
import { loadRuntimeConfig } from '../console-config.ts'
import type { MessagePart } from '../messages/message-parts.ts'
import { loadMessages, startMessages } from '../messages/messages.ts'
import { closeAll, type OpenBox, useOpenBoxes } from '../ui/dialogs/dialogs.ts'
import { openWindow } from './browser-window.ts'
import { createNetwork } from './network.ts'
import { keepTokensIn, type Person, storeSignIn } from './sign-in-tokens.ts'

type BoxOf<K extends OpenBox['kind']> = Extract<OpenBox, { kind: K }>

/**
 * Ada, signed in on a page that draws nothing, who gets the console's questions and messages; `work` is what a worker
 * does. There is one for each test file, since the session and the boxes belong to the modules.
 */
export async function askedPerson(
  server: TestServer,
  parts: readonly MessagePart[],
  work: (order: unknown) => Promise<unknown> = async () => undefined,
) {
  let boxes: readonly OpenBox[] = []
  // Those of the test file before, which has the same modules.
  closeAll()
  const network = createNetwork(server)
  const storage = memory()
  const browser = openWindow(network, storage, work)
  const config = await loadRuntimeConfig()
  await configureAmplify(config)
  keepTokensIn(storage)
  await startSession()
  await startMessages(async () => ['en'])
  await loadMessages(...parts)

  const root = createRoot(browser.container)
  const keep = (open: readonly OpenBox[]) => {
    boxes = open
  }
  /** Adds a component to the page that draws nothing either. */
  function draw(more: ReactNode) {
    root.render(
      <>
        <Boxes onChange={keep} />
        {more}
      </>,
    )
  }
  draw(null)

  async function signIn(person: Person = ADA) {
    await storeSignIn(config, storage, person)
    browser.dispatch('storage', { key: null })
  }
  await signIn()

  /** The next box of this kind; no other question or message may come before it. */
  async function next<K extends OpenBox['kind']>(kind: K): Promise<BoxOf<K>> {
    await expect
      .poll(() => boxes.filter((box) => box.kind !== 'progress').map((box) => box.kind))
      .toEqual([kind])
    return boxes.find((box) => box.kind === kind) as BoxOf<K>
  }
  async function dismissed({ id }: OpenBox) {
    await expect.poll(() => boxes.some((box) => box.id === id)).toBe(false)
  }

  return {
    network,
    draw,
    signIn,
    question: () => next('question'),
    message: () => next('message'),
    notice: () => next('notice'),
    /** Answers the next question: `''` proceeds, another text is what was written or chosen. */
    async answer(text: string | undefined) {
      const box = await next('question')
      box.answer(text)
      await dismissed(box)
      return box.question
    },
    /** Closes the next message, and returns it. */
    async dismiss() {
      const box = await next('message')
      box.answer()
      await dismissed(box)
      return box.message
    },
    async leave() {
      await signOut()
      root.unmount()
      // React still has work to do afterwards, and looks for its page.
      await new Promise((resolve) => setTimeout(resolve, 20))
      vi.unstubAllGlobals()
    },
  }
}

/** Draws nothing. */
function Boxes({ onChange }: { onChange: (boxes: readonly OpenBox[]) => void }) {
  const boxes = useOpenBoxes()
  useLayoutEffect(() => onChange(boxes))
  return null
}
