/** A press whose end is not told, such as one that ends in another window, is not waited for any longer, in ms. */
const LONGEST_PRESS = 30_000

/** How long after a finger has left the screen its click may come, in ms. */
const CLICK_AFTER = 100

let released = Promise.resolve()

addEventListener(
  'pointerdown',
  () => {
    const press = Promise.withResolvers<void>()
    const over = new AbortController()
    const end = () => {
      over.abort()
      setTimeout(press.resolve, CLICK_AFTER)
    }
    for (const type of ['pointerup', 'pointercancel']) {
      addEventListener(type, end, { capture: true, signal: over.signal })
    }
    setTimeout(end, LONGEST_PRESS)
    released = press.promise
  },
  { capture: true, passive: true },
)

/**
 * Settles when no pointer is down. What comes by itself and takes up room waits for it: it would move a button away from
 * under the finger, and the press would do nothing.
 */
export const whenReleased = () => released
