import { Button } from '@mantine/core'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useMessages } from '../messages/use-messages.ts'
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import { confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import sticky from '../ui/sticky-bar.module.css'
import { nameOfRow, previewColumns } from './preview-columns.tsx'
import { numbersOfAll } from './preview-numbers.ts'
import {
  countChosen,
  countNumbers,
  type Decision,
  decide,
  leaveOut,
  type PreviewRow,
  SHOWN_KINDS,
  toSend,
} from './preview-rows.ts'
import { PreviewTable } from './preview-table.tsx'
import type { ImportWork } from './use-import.ts'

const ASKED = 20

/** What the rows would do, one kind at a time. */
export function PreviewStep({ work }: { work: ImportWork }) {
  const { t } = useMessages()
  const { rows } = work
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const kinds = SHOWN_KINDS.flatMap((kind) => {
    const some = byKind.get(kind)
    return some ? [{ kind, rows: some }] : []
  })
  const { added, changed } = countChosen(rows)
  const numbers = countNumbers(toSend(rows), [])
  const changes = numbersOfAll(rows)
  const save = async () => {
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
  const decideAll = (shown: readonly PreviewRow[], of: (row: PreviewRow) => Decision | undefined) =>
    work.setRows(decide(rows, new Set(shown.map(({ line }) => line)), of))
  const decideOne = (line: number, decision: Decision | undefined) =>
    work.setRows(decide(rows, new Set([line]), () => decision))
  const restart = async () => {
    if (!work.unsaved || (await confirmLeaving())) {
      work.restart()
    }
  }
  return (
    <section className={steps.section}>
      <h2 ref={focusOnce} tabIndex={-1}>
        {t('import.preview')}
      </h2>
      {changes.length > 0 && (
        <p className={steps.warning}>
          {t('import.numbers', {
            count: changes.length,
            rows: [...new Set(changes.map(({ row }) => row.line))].join(', '),
          })}
        </p>
      )}
      <PreviewTable
        kinds={kinds}
        titleOf={(kind, count) => t(`import.kind.${kind}`, { count })}
        aboutOf={(kind) => t(`import.about.${kind}`)}
        toolsFor={(kind, shown) =>
          kind === 'namesake' && (
            <div className={steps.all}>
              <Button
                variant="default"
                size="sm"
                onClick={() =>
                  decideAll(shown, (row) => {
                    const [only, ...others] = row.plan?.known ?? []
                    return others.length === 0 && only !== undefined ? only.id : row.decision
                  })
                }
              >
                {t('import.decide.allSame')}
              </Button>
              <Button variant="default" size="sm" onClick={() => decideAll(shown, () => 'new')}>
                {t('import.decide.allNew')}
              </Button>
            </div>
          )
        }
        columns={previewColumns(decideOne, (line, leftOut) => work.setRows(leaveOut(rows, line, leftOut)))}
        keyOf={({ line }) => String(line)}
        nameOf={nameOfRow}
      />
      <div className={`${steps.actions} ${sticky.bar}`}>
        <Button variant="default" onClick={work.saved === undefined ? work.toColumns : restart}>
          {t(work.saved === undefined ? 'import.back' : 'import.another')}
        </Button>
        {added + changed + numbers > 0 ? (
          <Button onClick={() => void save()}>
            {added + changed > 0
              ? t('import.save', { added, changed })
              : t('import.saveNumbers', { count: numbers })}
          </Button>
        ) : (
          <span className={steps.dim}>{t('import.nothing')}</span>
        )}
      </div>
    </section>
  )
}
