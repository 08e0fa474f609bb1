/** Focuses the first element of a step when it appears, such as its heading, since the pressed button is gone. */
export function focusOnce(element: HTMLElement | null) {
  element?.focus()
}
