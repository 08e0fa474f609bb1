/** Gives the page the focus that something which is about to go would take with it. */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
