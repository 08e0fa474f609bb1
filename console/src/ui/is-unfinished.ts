/** Whether a date or time is typed in part only, which the browser passes on as none at all. */
export function isUnfinished(input: Element | null | undefined): boolean {
  return input instanceof HTMLInputElement && input.validity.badInput
}
