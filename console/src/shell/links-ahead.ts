import { forgetAhead, GOOD_FOR } from '../api/calls-ahead.ts'
import { lostSince } from '../api/line.ts'
import type { AppRoute } from './app-route.ts'
import { preloadPage } from './preload-pages.ts'

declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { saveData?: boolean }
  }
}

/** A link that is only passed over costs no call: for how long it is pointed at before it does, in ms. */
const RESTS = 60

/**
 * Loads the code of a page when somebody points at a link to it or focuses one, and a moment later asks for what the page
 * reads, so that both are there at the click.
 */
export function prepareLinks(routes: readonly AppRoute[]): void {
  const asked = new Map<string, number>()
  let resting: ReturnType<typeof setTimeout>

  const ask = ({ pathname, search }: HTMLAnchorElement) => {
    const address = pathname + search
    const isHere = address === location.pathname + location.search
    const age = performance.now() - (asked.get(address) ?? Number.NEGATIVE_INFINITY)
    if (!isHere && age >= GOOD_FOR && mayAsk()) {
      asked.set(address, performance.now())
      window.vestryAskAhead?.({ pathname, search })
    }
  }
  const look = (event: Event) => {
    clearTimeout(resting)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.origin !== location.origin) {
      return
    }
    preloadPage(routes, link.pathname).catch(() => undefined)
    // A finger that comes down may begin to scroll.
    if (event instanceof PointerEvent && event.type === 'pointerdown' && event.pointerType === 'mouse') {
      ask(link)
    } else {
      resting = setTimeout(ask, RESTS, link)
    }
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, look)
  }
  document.addEventListener('pointercancel', () => clearTimeout(resting))
  // Who goes back has clicked no link: what was asked for one may be older than what they have done since.
  window.addEventListener('popstate', forgetAhead, { capture: true })
}

function mayAsk(): boolean {
  return navigator.onLine && lostSince() === undefined && navigator.connection?.saveData !== true
}
