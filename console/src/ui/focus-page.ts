/** Begins a page where a browser would: at its heading. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** Gives the page the focus that something which is about to go would take with it. */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
