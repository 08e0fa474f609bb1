import type { StationState, StationStay } from '@vestry/contract/calls/station.ts'
import type { LabelKind } from '@vestry/contract/sunday-school/label-rules.ts'
import { drawBits, drawLabel } from '../door/labels/draw-label.ts'
import { labelContents } from '../door/labels/label-contents.ts'
import { printPictures } from '../door/labels/print-view.ts'
import { askServer } from './ask-server.ts'

/** What a station prints; the list in the room comes from the desk. */
const KINDS: readonly LabelKind[] = ['child', 'guardian']

/** What became of the labels: `none` where the station prints none. */
export type LabelOutcome = 'printed' | 'failed' | 'none'

/** Prints the labels of children who have arrived: at the station's printer, or from its browser. */
export async function printStationLabels(
  { printer, paper }: StationState,
  stays: readonly StationStay[],
  key: string,
): Promise<LabelOutcome> {
  try {
    if (printer !== null) {
      const contents = contentsOf(
        stays,
        KINDS.filter((kind) => printer.kinds.includes(kind)),
      )
      if (contents.length === 0) {
        return 'none'
      }
      const { outcome } = await askServer('POST /station/print', key, {
        request_id: crypto.randomUUID(),
        stays: stays.map(({ stay_id, code }) => ({ stay_id, code })),
        pictures: contents.map((content) => drawBits(content, printer.size)),
      })
      return outcome === 'printed' ? 'printed' : 'failed'
    }
    if (paper !== null) {
      await printPictures(
        contentsOf(stays, KINDS).map((content) => drawLabel(content, paper)),
        paper,
      )
      return 'printed'
    }
    return 'none'
  } catch {
    return 'failed'
  }
}

/** On a station's labels stand first name, class, room and code alone: it knows no more. */
function contentsOf(stays: readonly StationStay[], kinds: readonly LabelKind[]) {
  const labelled = stays.map((stay) => ({ ...stay, last_name: '', allergies: '', brought_by: '' }))
  return labelContents(labelled, { kinds, allergies: false })
}
