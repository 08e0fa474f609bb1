import { Button } from '@mantine/core'
import { t } from '../messages/messages.ts'
import type { Fact } from '../ui/imports/facts.tsx'
import steps from '../ui/imports/import-steps.module.css'
import { IconAlertTriangle, IconCheck, IconPencil, IconPlus, IconUser, IconUsers } from '../ui/look/icons.ts'
import { confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import { FamiliesTable } from './families-table.tsx'
import { NamesakeQuestion } from './namesake-question.tsx'
import { nameOfRow, previewColumns } from './preview-columns.tsx'
import { familiesIn } from './preview-families.ts'
import { isDoubtful, numbersOfAll } from './preview-numbers.ts'
import {
  countChosen,
  countNumbers,
  decide,
  leaveOut,
  type PreviewRow,
  SHOWN_KINDS,
  toSend,
} from './preview-rows.ts'
import { PreviewRowsTable } from './preview-rows-table.tsx'
import type { ReviewParts } from './review-parts.ts'
import type { ImportWork } from './use-import.ts'

const ASKED = 20
const FAMILIES = 'families'
const ICONS = {
  new: IconPlus,
  changed: IconPencil,
  adult: IconUser,
  same: IconCheck,
  error: IconAlertTriangle,
}

/** What the rows of a file of children would do. */
export function childrenReview(work: ImportWork): ReviewParts {
  const { rows } = work
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const kinds = SHOWN_KINDS.flatMap((kind) => {
    const some = byKind.get(kind)
    return some ? [{ kind, rows: some }] : []
  })
  const namesakes = byKind.get('namesake') ?? []
  const errors = byKind.get('error')?.length ?? 0
  const adults = byKind.get('adult')?.length ?? 0
  const families = familiesIn(rows)
  const made = families.filter(({ kind }) => kind === 'new').length
  const sentence = t('import.families', { made, filled: families.length - made })
  return {
    title:
      work.saved === undefined
        ? t('import.children', { count: rows.length - errors - adults })
        : t('import.left', { count: rows.length }),
    questions: namesakes.length > 0 && (
      <NamesakeQuestion rows={namesakes} onDecide={(lines, of) => work.setRows(decide(rows, lines, of))} />
    ),
    facts: [
      ...kinds.map(({ kind, rows: some }): Fact<string> => {
        const doubtful = kind === 'error' ? 0 : some.filter(isDoubtful).length
        return {
          key: kind,
          icon: ICONS[kind],
          sentence: t(`import.kind.${kind}`, { count: some.length }),
          note: doubtful > 0 ? t('import.doubtful', { count: doubtful }) : undefined,
          isDoubtful: kind === 'error' || doubtful > 0,
        }
      }),
      ...(families.length > 0 ? [{ key: FAMILIES, icon: IconUsers, sentence }] : []),
    ],
    first: errors > 0 ? 'error' : undefined,
    about: (shown) => {
      if (shown === FAMILIES) {
        return <FamiliesTable caption={sentence} families={families} />
      }
      const found = kinds.find(({ kind }) => kind === shown)
      return found && <Rows key={found.kind} work={work} {...found} />
    },
    lead: <Save work={work} />,
  }
}

function Rows({
  work,
  kind,
  rows,
}: {
  work: ImportWork
  kind: (typeof SHOWN_KINDS)[number]
  rows: PreviewRow[]
}) {
  const sorted = [...rows.filter(isDoubtful), ...rows.filter((row) => !isDoubtful(row))]
  return (
    <>
      {kind !== 'new' && <p className={steps.text}>{t(`import.about.${kind}`)}</p>}
      <PreviewRowsTable
        caption={t(`import.kind.${kind}`, { count: rows.length })}
        rows={sorted}
        columns={previewColumns((line, leftOut) => work.setRows(leaveOut(work.rows, line, leftOut)))}
        keyOf={({ line }) => String(line)}
        nameOf={nameOfRow}
      />
    </>
  )
}

function Save({ work }: { work: ImportWork }) {
  const { rows } = work
  const { added, changed } = countChosen(rows)
  const numbers = countNumbers(toSend(rows), [])
  const families = familiesIn(rows).length
  if (added + changed + numbers + families === 0) {
    return <span className={steps.dim}>{t('import.nothing')}</span>
  }
  const save = async () => {
    const changes = numbersOfAll(rows)
    const asked = changes.slice(0, ASKED).map(({ row, field, before, after }) => ({
      of: t('import.numbers.of', { name: nameOfRow(row), field: t(`import.field.${field}`), row: row.line }),
      before,
      after,
    }))
    const more = changes.length - asked.length
    if (await confirmNumbers(asked, more > 0 ? t('import.numbers.more', { count: more }) : undefined)) {
      await work.save()
    }
  }
  return (
    <Button onClick={() => void save()}>
      {added + changed > 0
        ? t('import.save', { added, changed })
        : families > 0
          ? t('import.saveFamilies', { count: families })
          : t('import.saveNumbers', { count: numbers })}
    </Button>
  )
}
