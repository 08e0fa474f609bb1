/** What a step begins with takes the focus as it appears, such as its heading: what was pressed is gone. */
export function focusOnce(element: HTMLElement | null) {
  element?.focus()
}
