import { type MouseEvent, type SyntheticEvent, useMemo, useRef } from 'react'

const START = '[data-amplify-router] :is(h3, h4, input:enabled)'

/**
 * Keeps the focus within the sign-in screens: it comes back to what a step had switched off meanwhile, and goes to the
 * heading, or first field, of what has taken that one's place. Returns what the element around the screens is given.
 */
export function useKeptFocus() {
  const held = useRef<HTMLElement>(undefined)
  return useMemo(() => {
    const hold = ({ target }: SyntheticEvent) => {
      held.current = target as HTMLElement
    }
    return {
      ref(screens: HTMLElement | null) {
        if (screens === null) {
          return undefined
        }
        const observer = new MutationObserver(() => keepFocus(screens, held.current))
        observer.observe(screens, { subtree: true, childList: true, attributeFilter: ['disabled'] })
        return () => observer.disconnect()
      },
      // Not every browser gives the focus to a button that is clicked. Enter in a field clicks one, too, without a count.
      onClickCapture(event: MouseEvent) {
        if (event.detail > 0) {
          hold(event)
        }
      },
      onFocusCapture: hold,
      onBlurCapture({ target }: SyntheticEvent) {
        if (!(target as HTMLElement).matches(':disabled')) {
          setTimeout(() => {
            if (hasLeft(target as HTMLElement) && held.current === target) {
              held.current = undefined
            }
          })
        }
      },
    }
  }, [])
}

function keepFocus(screens: HTMLElement, last: HTMLElement | undefined): void {
  if (last === undefined || document.activeElement !== document.body) {
    return
  }
  const next = last.isConnected ? last : screens.querySelector<HTMLElement>(START)
  if (next instanceof HTMLHeadingElement) {
    next.tabIndex = -1
  }
  next?.focus()
}

/** Whether somebody has taken the focus off an element that is still there. */
function hasLeft(element: HTMLElement): boolean {
  return element.isConnected && document.activeElement === document.body
}
