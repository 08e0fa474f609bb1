import type { PlannedRow } from '@vestry/contract/calls/attendee-imports.ts'
import { ATTENDEE_FIELD_NAMES } from '@vestry/contract/sunday-school/attendee-record.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { t } from '../messages/messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import type { Column } from '../ui/list/list-table.tsx'
import classes from './import-page.module.css'
import { numbersOf } from './preview-numbers.ts'
import { meantBy, newRosters, type PreviewRow } from './preview-rows.ts'

type Content = PlannedRow['content']
type Known = PlannedRow['known'][number]

/** Every row says by itself who it is about and what happens to them. */
export function previewColumns(
  onLeaveOut: (line: number, leftOut: boolean) => void,
): Column<PreviewRow, never>[] {
  return [
    {
      key: 'name',
      title: t('import.column.name'),
      heads: true,
      width: 16,
      cell: (row) => <span className={steps.cell}>{nameOfRow(row) || t('import.nameless')}</span>,
    },
    {
      key: 'what',
      title: t('import.column.what'),
      cell: (row) => (
        <>
          <What row={row} />
          {(row.kind === 'new' || row.kind === 'changed' || row.kind === 'adult') && (
            <LeaveOut
              name={nameOfRow(row)}
              checked={row.leftOut === true}
              onChange={(leftOut) => onLeaveOut(row.line, leftOut)}
            />
          )}
        </>
      ),
    },
    { key: 'row', title: t('import.column.row'), width: 5, cell: ({ line }) => <LineNumber line={line} /> },
  ]
}

/** Leaves one row out of an import. */
export function LeaveOut(props: { name: string; checked: boolean; onChange: (leftOut: boolean) => void }) {
  return (
    <label className={steps.leaveOut}>
      <input
        type="checkbox"
        aria-label={t('import.leaveOutOf', { name: props.name })}
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {t('import.leaveOut')}
    </label>
  )
}

export function LineNumber({ line }: { line: number }) {
  return (
    <span className={steps.dim}>
      <span className={classes.onCard}>{t('import.column.row')} </span>
      {line}
    </span>
  )
}

/** The name as it is known or, if it isn't, as the file has it. */
export function nameOfRow(row: PreviewRow): string {
  const { first_name = '', last_name = '' } = meantBy(row) ?? row.plan?.content ?? row.cells
  return `${first_name} ${last_name}`.trim()
}

/** What a row changes, and what of it is not plain. */
export function What({ row }: { row: PreviewRow }) {
  const { kind, plan, remarks } = row
  return (
    <>
      {kind === 'error' || plan === undefined ? (
        <Errors row={row} />
      ) : (
        <Cells row={row} content={plan.content} known={meantBy(row)} />
      )}
      <OfFamily row={row} />
      {remarks?.map(({ reason, text }) => (
        <span key={reason} className={classes.inFile}>
          {t(`import.remark.${reason}`, { text })}
        </span>
      ))}
      {plan?.no_rosters?.map(({ title, reason }) => (
        <span key={title} className={classes.inFile}>
          {t(`import.noRoster.${reason}`, { title })}
        </span>
      ))}
    </>
  )
}

/** What becomes of the family of a row. */
function OfFamily({ row: { kind, plan, cells } }: { row: PreviewRow }) {
  const { family } = plan ?? {}
  if (family === undefined) {
    return kind === 'adult' ? <span className={classes.inFile}>{t('import.family.none')}</span> : null
  }
  const does = family.adds || family.kind === 'no_child' || family.kind === 'too_large' ? family.kind : 'same'
  return (
    <>
      <span className={classes.inFile}>{t(`import.family.${does}`, { name: family.name })}</span>
      {kind === 'adult' && family.adds && (
        <span className={classes.inFile}>
          {t(cells.adult === 'yes' ? 'import.family.collects' : 'import.family.collectsNot')}
        </span>
      )}
    </>
  )
}

/** The choices of whom a row may mean; the first choice is still undecided. */
export function knownChildren(
  known: readonly Pick<Known, 'id' | 'first_name' | 'last_name' | 'birthdate'>[],
) {
  return [
    { value: '', label: t('import.decide.none') },
    ...known.map(({ id, first_name, last_name, birthdate }) => ({
      value: String(id),
      label: t('import.decide.same', {
        name: `${first_name} ${last_name}`,
        born: birthdate === '' ? t('import.decide.unborn') : t('import.decide.born', { date: birthdate }),
      }),
    })),
  ]
}

/** The cells that are saved: for a known child, those that change, with their former values. */
function Cells({ row, content, known }: { row: PreviewRow; content: Content; known: Known | undefined }) {
  const changed = numbersOf(row)
  const shown = known
    ? ATTENDEE_FIELD_NAMES.filter((field) => field in known.former)
    : ATTENDEE_FIELD_NAMES.filter(
        (field) =>
          field in content && row.kind !== 'adult' && field !== 'first_name' && field !== 'last_name',
      )
  const rosters = newRosters(row)
  if (shown.length + rosters.length === 0) {
    return known && row.plan?.family?.adds !== true ? (
      <span className={steps.dim}>{t('import.decide.nothing')}</span>
    ) : null
  }
  return (
    <dl className={classes.cells}>
      {shown.map((field) => {
        const former = known && textOf(field, known.former)
        return (
          <div key={field}>
            <dt>{t(`import.field.${field}`)}</dt>
            <dd>
              {textOf(field, content)}
              {changed
                .filter((change) => change.field === field)
                .map(({ before }) => (
                  <span key={field} className={classes.inFile}>
                    {t('import.inFile', { text: before })}
                  </span>
                ))}
              {former !== undefined && (
                <span className={classes.former}>
                  {former === '' ? t('import.wasEmpty') : t('import.was', { text: former })}
                </span>
              )}
            </dd>
          </div>
        )
      })}
      {rosters.length > 0 && (
        <div>
          <dt>{t('import.field.class')}</dt>
          <dd>{t('import.rosters', { titles: rosters.join(', ') })}</dd>
        </div>
      )}
    </dl>
  )
}

function textOf(field: keyof Content, content: Content): string {
  const value = content[field] ?? ''
  if (field === 'is_member') {
    return t(value === CHURCH_MEMBER ? 'import.yes' : 'import.no')
  }
  return String(value)
}

function Errors({ row: { problems, plan } }: { row: PreviewRow }) {
  return (
    <ul className={classes.errors}>
      {problems.map(({ field, reason, text }) => (
        <li key={field}>{t(`import.error.${reason}`, { field: t(`import.field.${field}`), text })}</li>
      ))}
      {plan?.errors.map(({ field, reason }) => (
        <li key={field}>{t(`import.error.${reason}`, { field: t(`import.field.${field}`) })}</li>
      ))}
    </ul>
  )
}
