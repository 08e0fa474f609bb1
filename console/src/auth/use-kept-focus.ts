import { type MouseEvent, type SyntheticEvent, useMemo, useRef } from 'react'

const START = '[data-amplify-router] :is(h3, h4, input:enabled)'

/**
 * Keeps the focus within the sign-in screens: it returns to a control that a step had disabled meanwhile, or goes to
 * the heading or first field of what has replaced that control. Returns the properties for the element around the
 * screens.
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
      // Not every browser focuses a button that is clicked. Enter in a field clicks one too, but with a count of zero.
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

/** Whether the focus was taken off an element that is still there. */
function hasLeft(element: HTMLElement): boolean {
  return element.isConnected && document.activeElement === document.body
}
