import type { Stay } from '@vestry/contract/calls/door.ts'
import type { LabelKind } from '@vestry/contract/sunday-school/label-rules.ts'
import { currentLanguage, t } from '../../messages/messages.ts'
import { formatDate } from '../../ui/wall-clock.ts'
import { lettersOf } from './fit-text.ts'
import type { LabelContent } from './label-layout.ts'

/** What labels tell of a child. */
export type Labelled = Pick<
  Stay,
  'first_name' | 'last_name' | 'class_title' | 'room' | 'day' | 'code' | 'number' | 'allergies' | 'brought_by'
>

/** The labels of these children: of each kind one for a child, but one guardian's label for a code and day. */
export function labelContents(
  stays: readonly Labelled[],
  { kinds, allergies }: { kinds: readonly LabelKind[] /** Also on the child. */; allergies: boolean },
): LabelContent[] {
  const warning = (stay: Labelled) =>
    stay.allergies === '' ? '' : t('doorLabels.allergy', { allergies: stay.allergies })
  const written = (one: LabelKind, stay: Labelled) => {
    switch (one) {
      case 'child':
        return { kind: one, ...childText(stay), warning: allergies ? warning(stay) : '' }
      case 'guardian':
        return { kind: one, ...guardianText(stay), warning: '' }
      case 'room':
        return { kind: one, ...roomText(stay), warning: warning(stay) }
    }
  }
  const families = Map.groupBy(stays, ({ day, code }) => `${day} ${code}`)
  return [...families.values()].flatMap((family) =>
    kinds.flatMap((kind) =>
      (kind === 'guardian' ? family.slice(0, 1) : family).map((stay) => ({
        code: stay.code,
        ...written(kind, stay),
      })),
    ),
  )
}

function childText({ first_name, last_name, class_title, room }: Labelled) {
  const initial = lettersOf(last_name)[0]
  // The initial stays on the line of the name before it.
  const head = initial === undefined ? first_name : `${first_name}\u00a0${initial.toLocaleUpperCase()}.`
  return { head, lines: [class_title, room].filter((line) => line !== '') }
}

function guardianText({ day, number }: Labelled) {
  const shown = number > 0 ? [t('doorLabels.number', { number })] : []
  const lines = [...shown, formatDate(day, currentLanguage())]
  return { head: t('doorLabels.guardian'), lines: lines.map((line) => line.replaceAll(' ', '\u00a0')) }
}

function roomText({ first_name, last_name, class_title, brought_by }: Labelled) {
  const brought = brought_by === '' ? '' : t('doorLabels.broughtBy', { name: brought_by })
  return {
    head: `${first_name} ${last_name}`.trim(),
    lines: [class_title, brought].filter((line) => line !== ''),
  }
}
