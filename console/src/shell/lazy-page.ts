import { type ComponentType, useLayoutEffect, useState } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import type { MessagePart } from '../messages/message-parts.ts'
import { loadMessages } from '../messages/messages.ts'
import { loadDialogs } from '../ui/dialogs/dialog-host.tsx'

/** A page whose code is fetched when it is first wanted. */
export type LazyPage = {
  preload(): Promise<void>
  /** The page, once its code is there. */
  loaded(): ComponentType | undefined
}

/** The page that `load` fetches, with the texts that it needs beside those of every visit. */
export function lazyPage(load: () => Promise<ComponentType>, ...messages: MessagePart[]): LazyPage {
  let page: ComponentType | undefined
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
 * The page, once its code is there; throws what fetching it failed with. React's Suspense would hold a page back for
 * 300 ms once it has shown that there is none yet.
 */
export function usePage(page: LazyPage): ComponentType | undefined {
  const [fetched, setFetched] = useState<{ page: LazyPage; failure?: { error: unknown } }>()
  const drawn = page.loaded()
  useLayoutEffect(() => {
    // It may have come since it was found missing, and is to be drawn all the same.
    if (drawn === undefined) {
      page.preload().then(
        () => setFetched({ page }),
        (error: unknown) => setFetched({ page, failure: { error } }),
      )
    }
  }, [page, drawn])
  if (fetched?.page === page && fetched.failure) {
    throw fetched.failure.error
  }
  return drawn
}

/** A page whose texts come with it, and the dialogs: however bad the line is then, it can say how a change went. */
export function workPage(load: () => Promise<ComponentType>, ...messages: MessagePart[]) {
  return lazyPage(async () => (await Promise.all([load(), loadDialogs()]))[0], ...messages, 'forms')
}
