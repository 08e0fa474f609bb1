import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import type { Address } from '../api/page-reads.ts'
import type { MessagePart } from '../messages/message-parts.ts'
import { loadMessages } from '../messages/messages.ts'
import { dialogs } from '../ui/dialogs/dialog-host.tsx'
import { whenIdle } from '../ui/when-idle.ts'

/** A page, and how it reads what it shows before it is drawn; without that it reads once it is drawn. */
export type PageComponent = ComponentType & { read?: (address: Address) => Promise<unknown> }

/** A page whose code is loaded when it is first needed. */
export type LazyPage = {
  preload(): Promise<void>
  /** The page, once its code is loaded. */
  loaded(): PageComponent | undefined
  /** Loads what the page needs after it has been drawn. */
  loadLater?(): Promise<unknown>
}

/** The page that `load` loads, together with the texts that it needs besides those of every visit. */
export function lazyPage(load: () => Promise<PageComponent>, ...messages: MessagePart[]): LazyPage {
  let page: PageComponent | undefined
  let loading: Promise<void> | undefined
  return {
    loaded: () => page,
    preload() {
      loading ??= fetchCode(() => Promise.all([load(), loadMessages(...messages)])).then(
        ([component]) => {
          page = component
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/**
 * The page, once its code is loaded; throws the error if loading failed. React's Suspense would show the page 300 ms
 * later than necessary once it has shown that there is none yet.
 */
export function usePage(page: LazyPage): ComponentType | undefined {
  const [fetched, setFetched] = useState<{ page: LazyPage; failure?: { error: unknown } }>()
  const drawn = page.loaded()
  useLayoutEffect(() => {
    // It may have been loaded since it was found missing, and must be drawn all the same.
    if (drawn === undefined) {
      page.preload().then(
        () => setFetched({ page }),
        (error: unknown) => setFetched({ page, failure: { error } }),
      )
    }
  }, [page, drawn])
  useEffect(
    () => (drawn ? whenIdle(() => void page.loadLater?.().catch(() => undefined)) : undefined),
    [page, drawn],
  )
  if (fetched?.page === page && fetched.failure) {
    throw fetched.failure.error
  }
  return drawn
}

/**
 * A page whose texts come with it, and the dialogs right after it: however bad the line is then, it can say how a change
 * went.
 */
export function workPage(load: () => Promise<PageComponent>, ...messages: MessagePart[]): LazyPage {
  return withDialogs(lazyPage(load, ...messages, 'forms'))
}

/** The page, with the dialogs loaded once it is drawn. */
export function withDialogs(page: LazyPage): LazyPage {
  return { ...page, loadLater: dialogs.preload }
}
