/** The heading of a step takes the focus as the step begins: what was pressed is gone. */
export function focusOnce(heading: HTMLElement | null) {
  heading?.focus()
}
