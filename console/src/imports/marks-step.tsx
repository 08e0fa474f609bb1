import { Button, NativeSelect } from '@mantine/core'
import { MARK_KINDS, type MarkKind } from '@vestry/contract/rules/import-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import type { Column } from '../ui/list/list-table.tsx'
import sticky from '../ui/sticky-bar.module.css'
import { formatDate } from '../ui/wall-clock.ts'
import type { LineProblem } from './file-marks.ts'
import classes from './import-page.module.css'
import { knownChildren, LeaveOut, LineNumber } from './preview-columns.tsx'
import {
  countMarks,
  type MarkPreview,
  type MarkRow,
  markRows,
  namesakesOf,
  unknownChildren,
} from './preview-marks.ts'
import { PreviewTable } from './preview-table.tsx'
import type { ImportWork } from './use-import.ts'

const NAMED = 100
type Shown = MarkRow | (LineProblem & { place: number })

/**
 * What a file of attendance would do: first which children are meant, where that is open, and then mark by mark, one
 * kind at a time.
 */
export function MarksStep({ work, preview }: { work: ImportWork; preview: MarkPreview }) {
  const { t, language } = useMessages()
  const problems = preview.read.problems.map((problem, place): Shown => ({ ...problem, place: -1 - place }))
  const byKind = new Map<MarkKind, Shown[]>(Map.groupBy<MarkKind, Shown>(markRows(preview), kindOf))
  if (problems.length > 0) {
    byKind.set('error', [...problems, ...(byKind.get('error') ?? [])])
  }
  const kinds = MARK_KINDS.flatMap((kind) => {
    const rows = byKind.get(kind)
    return rows ? [{ kind, rows }] : []
  })
  const { added, changed } = countMarks(preview)
  const choose = (set: 'left' | 'replaced') => (place: number, chosen: boolean) => {
    const places = new Set(preview[set])
    if (chosen) {
      places.add(place)
    } else {
      places.delete(place)
    }
    work.setMarks({ ...preview, [set]: places })
  }
  const onLeaveOut = choose('left')
  const onReplace = choose('replaced')
  const replaceAll = (rows: readonly Shown[]) =>
    work.setMarks({ ...preview, replaced: new Set(rows.map(({ place }) => place)) })
  const columns: Column<Shown, never>[] = [
    {
      key: 'name',
      title: t('import.column.name'),
      heads: true,
      width: 14,
      cell: ({ name }) => <span className={steps.cell}>{name || t('import.nameless')}</span>,
    },
    {
      key: 'when',
      title: t('import.column.class'),
      width: 16,
      cell: (row) =>
        'planned' in row && (
          <span className={steps.cell}>
            {row.title}, {formatDate(row.day, language)} {row.time}
          </span>
        ),
    },
    {
      key: 'what',
      title: t('import.column.what'),
      cell: (row) =>
        'planned' in row ? (
          <What row={row} onLeaveOut={onLeaveOut} onReplace={onReplace} />
        ) : (
          <Problem row={row} />
        ),
    },
    { key: 'row', title: t('import.column.row'), width: 5, cell: ({ line }) => <LineNumber line={line} /> },
  ]
  return (
    <section className={steps.section}>
      <h2 ref={focusOnce} tabIndex={-1}>
        {t('import.preview')}
      </h2>
      <Children work={work} preview={preview} />
      {preview.plan.classes.length > 0 && (
        <p className={steps.text}>{t('import.newClasses', { count: preview.plan.classes.length })}</p>
      )}
      <PreviewTable
        kinds={kinds}
        titleOf={(kind, count) => t(`import.marks.${kind}`, { count })}
        aboutOf={(kind) => t(`import.aboutMarks.${kind}`)}
        toolsFor={(kind, rows) =>
          kind === 'changed' && (
            <div className={steps.all}>
              <Button variant="default" size="sm" onClick={() => replaceAll(rows)}>
                {t('import.replaceAll')}
              </Button>
            </div>
          )
        }
        columns={columns}
        keyOf={({ place }) => String(place)}
        nameOf={({ name }) => name}
      />
      <div className={`${steps.actions} ${sticky.bar}`}>
        <Button variant="default" onClick={work.toColumns}>
          {t('import.back')}
        </Button>
        {added + changed > 0 ? (
          <Button onClick={() => void work.saveMarks()}>{t('import.saveMarks', { added, changed })}</Button>
        ) : (
          <span className={steps.dim}>{t('import.nothing')}</span>
        )}
      </div>
    </section>
  )
}

function kindOf(row: Shown): MarkKind {
  return 'planned' in row ? row.planned.kind : 'error'
}

/** The children for whom the file doesn't say which child of the list they are. */
function Children({ work, preview }: { work: ImportWork; preview: MarkPreview }) {
  const { t } = useMessages()
  const unknown = unknownChildren(preview)
  const namesakes = namesakesOf(preview)
  return (
    <>
      {namesakes.length > 0 && (
        <fieldset className={classes.children}>
          <legend>{t('import.whose')}</legend>
          {namesakes.map(({ place, name, known, marks, decision }) => (
            <NativeSelect
              key={place}
              label={t('import.whose.child', { name, count: marks })}
              value={decision ?? ''}
              onChange={(event) => void work.decide(place, Number(event.currentTarget.value) || undefined)}
              data={knownChildren(known)}
            />
          ))}
        </fieldset>
      )}
      {unknown.length > 0 && (
        <div className={steps.warning} role="status">
          <p>{t('import.unknown', { count: unknown.length })}</p>
          <ul>
            {unknown.slice(0, NAMED).map(({ place, name }) => (
              <li key={place}>{name}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function What(props: {
  row: MarkRow
  onLeaveOut: (place: number, chosen: boolean) => void
  onReplace: (place: number, chosen: boolean) => void
}) {
  const { t } = useMessages()
  const { row } = props
  const { kind, reason, former } = row.planned
  const name = `${row.name}, ${row.day}`
  if (kind === 'error') {
    return <span className={steps.cell}>{t(`import.markError.${reason ?? 'twice'}`)}</span>
  }
  return (
    <>
      <span className={steps.cell}>
        {t(`import.state.${row.state}`)}
        {row.comment !== undefined && ` · ${row.comment}`}
      </span>
      {former !== undefined && (
        <span className={classes.former}>{t('import.was', { text: t(`import.state.${former.state}`) })}</span>
      )}
      {kind === 'new' && (
        <LeaveOut
          name={name}
          checked={row.leftOut}
          onChange={(leftOut) => props.onLeaveOut(row.place, leftOut)}
        />
      )}
      {kind === 'changed' && (
        <label className={steps.leaveOut}>
          <input
            type="checkbox"
            aria-label={t('import.replaceOf', { name })}
            checked={row.replaces}
            onChange={(event) => props.onReplace(row.place, event.currentTarget.checked)}
          />
          {t('import.replace')}
        </label>
      )}
    </>
  )
}

function Problem({ row: { reason, field, text } }: { row: LineProblem }) {
  const { t } = useMessages()
  return (
    <span className={steps.cell}>
      {t(`import.error.${reason}`, { field: t(`import.field.${field}`), text })}
    </span>
  )
}
