/** How far a pointer may go between the beginning and the end of a press that still counts, in CSS pixels. */
const REACH = 10

let began: { x: number; y: number; path: EventTarget[] } | undefined

/*
 * A press counts for what it began on. When the page moves meanwhile, since something has loaded, a browser gives the
 * click to what came under the pointer, or to what both ends have in common.
 */
addEventListener(
  'pointerdown',
  (event) => {
    began = { x: event.clientX, y: event.clientY, path: event.composedPath() }
  },
  { capture: true, passive: true },
)

addEventListener(
  'click',
  (event) => {
    const press = began
    began = undefined
    const isOfPointer = event.isTrusted && event.detail > 0
    if (press === undefined || !isOfPointer) {
      return
    }
    const meant = press.path.find((part) => part instanceof Element && part.isConnected)
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y)
    if (meant !== undefined && meant !== event.target && distance <= REACH) {
      event.stopImmediatePropagation()
      event.preventDefault()
      meant.dispatchEvent(new PointerEvent('click', event))
    }
  },
  { capture: true },
)
