/** Whether a date or time is only partly typed, which the browser reports as empty. */
export function isUnfinished(input: Element | null | undefined): boolean {
  return input instanceof HTMLInputElement && input.validity.badInput
}
