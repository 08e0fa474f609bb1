import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { Category, Preacher } from '@vestry/contract/calls/lookups.ts'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { BufferTarget } from 'mediabunny'
import { useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useLocation } from 'react-router'
import { vi } from 'vitest'
import type { Session } from '../auth/session.ts'
import type { RemuxOrder, RemuxReport } from '../media/recordings/remux-messages.ts'
import type { PreachingFormState } from '../preaching/form/use-preaching-form.ts'
import type { OpenBox } from '../ui/dialogs/dialogs.ts'
import { openWindow } from './browser-window.ts'
import type { Network } from './network.ts'
import { keepTokensIn, type Person, storeSignIn } from './sign-in-tokens.ts'

// The form of a sermon in a tab of its own: all of the console's code except what draws, on the real server and store.

export type Lookups = { preachers: readonly Preacher[]; categories: readonly Category[] }

type Shown = { name?: string | undefined; form?: PreachingFormState | undefined }
/**
 * What is on the screen: a form, and the boxes that are open; and the earlier forms, each with its person and the
 * session at that time.
 */
type Seen = Shown & {
  boxes: readonly OpenBox[]
  closed: (Shown & { session: Session; by: string | undefined })[]
}

/** Only what this tab imports from now on belongs to it: modules keep what their tab has in memory. */
export async function openTab(network: Network, storage: Storage, lookups: Lookups) {
  vi.resetModules()
  const browser = openWindow(network, storage, (order) => network.working(carryOut(order)))
  const [config, amplify, session, person, queries, dialogs, history, router, calls, fields, hook] =
    await Promise.all([
      import('../console-config.ts'),
      import('../auth/configure-amplify.ts'),
      import('../auth/session.ts'),
      import('../shell/one-person.ts'),
      import('../api/query-client.ts'),
      import('../ui/dialogs/dialogs.ts'),
      import('../ui/guarded-history.ts'),
      import('../shell/guarded-router.tsx'),
      import('../preaching/preaching-calls.ts'),
      import('../preaching/form/preaching-fields.ts'),
      import('../preaching/form/use-preaching-form.ts'),
    ])
  const messages = await import('../messages/messages.ts')
  await messages.startMessages(async () => ['en'])
  await messages.loadMessages('forms', 'preaching-form')
  await fetchLate()
  const seen: Seen = { boxes: [], closed: [] }

  await amplify.configureAmplify(await config.loadRuntimeConfig())
  keepTokensIn(storage)
  await session.startSession()
  person.forgetPreviousUser()
  createRoot(browser.container).render(
    <QueryClientProvider client={queries.queryClient}>
      <router.GuardedRouter>
        <Page modules={{ session, dialogs, calls, fields, hook, lookups, seen }} />
      </router.GuardedRouter>
    </QueryClientProvider>,
  )

  return {
    seen,
    session,
    goTo: history.guardedNavigator.push,
    logOut: (await import('../shell/log-out.ts')).logOut,
    goBack: () => browser.history.go(-1),
    dispatch: browser.dispatch,
    asksBeforeClosing: browser.asksBeforeClosing,
    async signIn(person: Person) {
      await storeSignIn(config.runtimeConfig(), storage, person)
      browser.dispatch('storage', { key: null })
    },
    /** The tab is closed, with all that it had in memory. */
    close() {
      browser.tab.open = false
    },
  }
}
export type FormTab = Awaited<ReturnType<typeof openTab>>

/** The console's own code as this tab has loaded it, and what is visible of it. */
type Modules = {
  session: typeof import('../auth/session.ts')
  dialogs: typeof import('../ui/dialogs/dialogs.ts')
  calls: typeof import('../preaching/preaching-calls.ts')
  fields: typeof import('../preaching/form/preaching-fields.ts')
  hook: typeof import('../preaching/form/use-preaching-form.ts')
  lookups: Lookups
  seen: Seen
}

/** Where the console draws its pages: the form, if the address is the form's. */
function Page({ modules }: { modules: Modules }) {
  const { session, dialogs, seen } = modules
  const { pathname, search } = useLocation()
  const { status } = session.useSession()
  const boxes = dialogs.useOpenBoxes()
  useLayoutEffect(() => {
    seen.boxes = boxes
  })
  const [, uuid] = /^\/preaching\/(?:new|edit\/(.+))$/.exec(pathname) ?? ['', '']
  const draft = new URLSearchParams(search).get('draft') ?? undefined
  const isForm = status === 'signed_in' && uuid !== ''
  return isForm ? <Loaded key={draft ?? uuid ?? 'new'} uuid={uuid} draft={draft} modules={modules} /> : null
}

type Opened = { draft: string | undefined; modules: Modules }

function Loaded({ uuid, ...opened }: Opened & { uuid: string | undefined }) {
  const item = useQuery({ ...opened.modules.calls.findPreaching(uuid ?? ''), enabled: uuid !== undefined })
  return uuid === undefined || item.data ? <Form item={item.data} {...opened} /> : null
}

function Form({ item, draft, modules }: Opened & { item: PreachingItemDetail | undefined }) {
  const { session, fields, hook, seen } = modules
  const { preachers, categories } = modules.lookups
  const [initial] = useState(() => fields.newValues(preachers, categories, 'en'))
  const loaded = item === undefined ? initial : fields.itemValues(item)
  const form = hook.usePreachingForm(item, loaded, preachers, draft, undefined)
  useLayoutEffect(() => {
    seen.form = form
  })
  useLayoutEffect(() => {
    seen.name = nameNow()
    const by = session.currentUserId()
    return () => {
      seen.closed.push({ name: seen.name, form: seen.form, session: session.currentSession(), by })
      seen.name = undefined
      seen.form = undefined
    }
  }, [session, seen])
  return null
}

const nameNow = () => (location.pathname + location.search).replace(/^\/preaching\/(edit\/)?/, '')

/** The test's clock would not wait for code that is loaded late. */
async function fetchLate() {
  await Promise.all([
    import('@vestry/contract/sermon-sources/propose-from-file.ts'),
    import('../preaching/sound/judge-recording.ts'),
    import('../preaching/save/save-preaching.ts'),
    import('../preaching/save/store-copies.ts'),
    import('../media/recordings/examine-recording.ts'),
    import('../media/recordings/copy-recording.ts'),
    import('../media/recordings/prepare-recording.ts'),
    import('../media/uploads/upload-file.ts'),
    import('../media/uploads/stored-files.ts'),
    import('../media/ask-worker.ts'),
  ])
}

/** What a worker does for a recording, except listening to it, since nothing here decodes sound. */
async function carryOut(given: unknown): Promise<RemuxReport> {
  const order = given as RemuxOrder
  if (order.kind === 'measure') {
    return { kind: 'measured', sound: undefined }
  }
  if (order.kind !== 'copy') {
    const { examineRecording } = await import('../media/recordings/examine-recording.ts')
    return { kind: 'examined', ...(await examineRecording(order.file)) }
  }
  const { copyRecording } = await import('../media/recordings/copy-recording.ts')
  let target = new BufferTarget()
  const open = () => {
    target = new BufferTarget()
    return target
  }
  const recording = await copyRecording(order.file, open, () => undefined, order.edit)
  const content = target.buffer ?? undefined
  return { kind: 'done', recording, size: content?.byteLength ?? 0, content }
}
