/** Moves the focus to the page's heading, where a browser would begin. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** Gives the page the focus of an element that is about to disappear. */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
