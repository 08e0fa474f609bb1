import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/query-client.ts'
import type { AppRoute } from './app-route.ts'
import { keepWorker } from './keep-worker.ts'
import { LineBar } from './line-bar.tsx'
import { prepareLinks } from './links-ahead.ts'

const PAUSE = 2000

/** What no first visit waits for: links that are made ready, the bar that tells of a lost line, the service worker. */
export async function afterStart(routes: readonly AppRoute[]): Promise<void> {
  prepareLinks(routes)
  const place = document.createElement('div')
  // The bar stays at the top of the window for as long as there is page.
  place.style.display = 'contents'
  document.body.prepend(place)
  createRoot(place).render(<LineBar />)
  do {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  } while (queryClient.isFetching() > 0)
  if (import.meta.env.PROD) {
    // Without a line there is nothing to be done, and a browser may refuse to keep anything.
    await keepWorker().catch(() => undefined)
  }
}
