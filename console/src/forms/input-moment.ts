/** The text in the form of `<input type="datetime-local">`: to the minute, unless there are seconds. */
export function toInputValue(text: string): string {
  const whole = text.split('.')[0] ?? ''
  return whole.endsWith(':00') && whole.length === 19 ? whole.slice(0, 16) : whole
}
