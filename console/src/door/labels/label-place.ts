import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import { LABEL_SIZES, type LabelKind, type LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'

/** Where this device prints labels: on the church's printers, on one of them first, or from the browser. */
export type LabelPlace = 'printers' | `printer/${number}` | LabelSize

const STORED_AS = 'vestry.labels'
/** Where sheets are of Letter size. */
const LETTER = /-(US|CA|MX|PH)$/

/** What was chosen on this device; the church's printers, if nothing was. */
export function labelPlace(): LabelPlace {
  return asLabelPlace(localStorage.getItem(STORED_AS))
}

export function chooseLabelPlace(place: LabelPlace): void {
  localStorage.setItem(STORED_AS, place)
}

export function asLabelPlace(text: string | null): LabelPlace {
  const isPrinter = (one: string): one is `printer/${number}` => /^printer\/\d{1,9}$/.test(one)
  const size = LABEL_SIZES.find((one) => one === text)
  return size ?? (text !== null && isPrinter(text) ? text : 'printers')
}

/** What the browser prints on: the size that was chosen, or else a sheet of the country's size. */
export function asPaper(place: LabelPlace): LabelSize {
  return (
    LABEL_SIZES.find((size) => size === place) ??
    (LETTER.test(navigator.language) ? 'letter_of_8' : 'a4_of_8')
  )
}

/** Which kinds of label each printer gets, and which of them the browser prints. */
export function shareLabels(
  kinds: readonly LabelKind[],
  { place, printers }: { place: LabelPlace; printers: readonly Printer[] },
): Map<Printer | undefined, LabelKind[]> {
  const own = printers.filter(({ id }) => place === `printer/${id}`)
  const known = place === 'printers' || place.startsWith('printer/') ? [...own, ...printers] : []
  return Map.groupBy(kinds, (kind) => known.find((printer) => printer.kinds.includes(kind)))
}
