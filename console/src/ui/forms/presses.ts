/** How far a pointer may move between the beginning and the end of a press that still counts, in CSS pixels. */
const REACH = 10

let began: { x: number; y: number; path: EventTarget[] } | undefined

/* A press counts for the element on which it began. If the page moves meanwhile because something has loaded, a browser
   would give the click to what is under the pointer then, or to the common parent of both. */
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
