import { Button, NativeSelect } from '@mantine/core'
import { MARK_KINDS, type MarkKind } from '@vestry/contract/rules/import-rules.ts'
import { STAY_PLANS } from '@vestry/contract/rules/stay-import-rules.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Fact } from '../ui/imports/facts.tsx'
import steps from '../ui/imports/import-steps.module.css'
import { Question } from '../ui/imports/questions.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import {
  IconAlertTriangle,
  IconCalendarPlus,
  IconCheck,
  IconInfoCircle,
  IconPencil,
  IconPlus,
  IconUserOff,
} from '../ui/look/icons.ts'
import { formatDate } from '../ui/wall-clock.ts'
import { type ChosenFile, DEFAULT_TIME } from './chosen-file.ts'
import { isOfVisits } from './column-mapping.ts'
import { CommittedInput } from './committed-input.tsx'
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
import { PreviewRowsTable } from './preview-rows-table.tsx'
import type { ReviewParts } from './review-parts.ts'
import type { ImportWork } from './use-import.ts'

const NAMED = 100
const ICONS = {
  new: IconPlus,
  changed: IconPencil,
  same: IconCheck,
  undecided: IconUserOff,
  error: IconAlertTriangle,
}
type Shown = MarkRow | (LineProblem & { place: number })

/** What a file of attendance would do, mark by mark. */
export function marksReview(work: ImportWork, file: ChosenFile, preview: MarkPreview): ReviewParts {
  const problems = preview.read.problems.map((problem, place): Shown => ({ ...problem, place: -1 - place }))
  const byKind = new Map<MarkKind, Shown[]>(Map.groupBy<MarkKind, Shown>(markRows(preview), kindOf))
  if (problems.length > 0) {
    byKind.set('error', [...problems, ...(byKind.get('error') ?? [])])
  }
  const kinds = MARK_KINDS.flatMap((kind) => {
    const rows = byKind.get(kind)
    return rows ? [{ kind, rows }] : []
  })
  const unknown = unknownChildren(preview)
  const { classes: added } = preview.plan
  return {
    title: t('import.marks', {
      count: preview.read.marks.length,
      children: preview.read.children.length,
    }),
    questions: (
      <>
        <Whose work={work} preview={preview} />
        {added.some(({ session_datetime }) => session_datetime.slice(11, 16) === file.time) && (
          <div>
            <CommittedInput
              type="time"
              className={classes.answer ?? ''}
              label={t('import.time')}
              description={t('import.time.help')}
              value={file.time}
              onCommit={(typed) => void work.answer({ ...file, time: typed || DEFAULT_TIME })}
            />
          </div>
        )}
      </>
    ),
    facts: [
      ...kinds.map(
        ({ kind, rows }): Fact<string> => ({
          key: kind,
          icon: ICONS[kind],
          sentence: t(`import.marks.${kind}`, { count: rows.length }),
          note:
            kind === 'undecided' && unknown.length > 0
              ? t('import.unknown', { count: unknown.length })
              : undefined,
          isDoubtful: kind === 'error' || kind === 'undecided',
        }),
      ),
      ...(added.length > 0
        ? [
            {
              key: 'classes',
              icon: IconCalendarPlus,
              sentence: t('import.newClasses', { count: added.length }),
              isAll: true,
            },
          ]
        : []),
      ...stayFacts(preview),
      ...(isOfVisits(file.mapping)
        ? [{ key: 'visits', icon: IconInfoCircle, sentence: t('import.visits'), isAll: true }]
        : []),
    ],
    first: (['error', 'undecided'] as const).find((kind) => byKind.has(kind)),
    about: (shown) => {
      const found = kinds.find(({ kind }) => kind === shown)
      return found && <Marks key={found.kind} work={work} preview={preview} {...found} />
    },
    lead: <SaveMarks work={work} preview={preview} />,
  }
}

/** What becomes of the stays at the door. */
function stayFacts({ plan: { marks } }: MarkPreview): Fact<string>[] {
  return STAY_PLANS.flatMap((plan) => {
    const count = marks.filter(({ stay }) => stay === plan).length
    const isDoubtful = plan === 'impossible'
    const icon = isDoubtful ? IconAlertTriangle : IconInfoCircle
    const sentence = t(`import.stays.${plan}`, { count })
    return count === 0 ? [] : [{ key: `stays ${plan}`, icon, sentence, isDoubtful, isAll: true }]
  })
}

function kindOf(row: Shown): MarkKind {
  return 'planned' in row ? row.planned.kind : 'error'
}

function SaveMarks({ work, preview }: { work: ImportWork; preview: MarkPreview }) {
  const { added, changed, stays } = countMarks(preview)
  return added + changed + stays > 0 ? (
    <Button onClick={() => void work.saveMarks()}>
      {added + changed > 0
        ? t('import.saveMarks', { added, changed })
        : t('import.saveStays', { count: stays })}
    </Button>
  ) : (
    <span className={steps.dim}>{t('import.nothing')}</span>
  )
}

/** Asks which child a name of the file means that several have. */
function Whose({ work, preview }: { work: ImportWork; preview: MarkPreview }) {
  const namesakes = namesakesOf(preview)
  return (
    namesakes.length > 0 && (
      <Question title={t('import.whose')}>
        {namesakes.map(({ place, name, known, marks, decision }) => (
          <NativeSelect
            key={place}
            className={classes.answer ?? ''}
            label={t('import.whose.child', { name, count: marks })}
            value={decision ?? ''}
            onChange={(event) => void work.decide(place, Number(event.currentTarget.value) || undefined)}
            data={knownChildren(known)}
          />
        ))}
      </Question>
    )
  )
}

/** The marks of one kind. */
function Marks(props: { work: ImportWork; preview: MarkPreview; kind: MarkKind; rows: readonly Shown[] }) {
  const { language } = useMessages()
  const { work, preview, kind, rows } = props
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
    <>
      <p className={steps.text}>{t(`import.aboutMarks.${kind}`)}</p>
      {kind === 'undecided' && (
        <ul className={classes.stray}>
          {unknownChildren(preview)
            .slice(0, NAMED)
            .map(({ place, name }) => (
              <li key={place}>{name}</li>
            ))}
        </ul>
      )}
      {kind === 'changed' && (
        <div className={steps.all}>
          <Button
            variant="default"
            size="sm"
            onClick={() => work.setMarks({ ...preview, replaced: new Set(rows.map(({ place }) => place)) })}
          >
            {t('import.replaceAll')}
          </Button>
        </div>
      )}
      <PreviewRowsTable
        caption={t(`import.marks.${kind}`, { count: rows.length })}
        rows={rows}
        columns={columns}
        keyOf={({ place }) => String(place)}
        nameOf={({ name }) => name}
      />
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
