import { NativeSelect, Radio } from '@mantine/core'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import { Question } from '../ui/imports/questions.tsx'
import { formatDate } from '../ui/wall-clock.ts'
import {
  asksOrder,
  type ChosenFile,
  exampleOf,
  findShortYear,
  findYearless,
  openQuestions,
  possibleSpans,
} from './chosen-file.ts'
import { mapColumn, rivalColumns } from './column-mapping.ts'
import { CommittedInput } from './committed-input.tsx'
import { ownMemberWords } from './file-rows.ts'
import classes from './import-page.module.css'
import { DATE_ORDERS } from './read-day.ts'
import { examplesOf } from './read-table.ts'
import { SheetChoice } from './table-choice.tsx'
import type { ImportWork } from './use-import.ts'

const CENTURY_BEFORE = 1999

/** What only the person knows of a file. `asked` shows which questions are still open. */
export function FileQuestions(props: { work: ImportWork; file: ChosenFile; asked: boolean }) {
  const { t } = useMessages()
  const { work, file, asked } = props
  const { of, mapping, title } = file
  const open = asked ? openQuestions(file) : []
  return (
    <>
      {file.sheets.length > 1 && <SheetChoice file={file} onChoose={work.chooseTable} />}
      <Rivals work={work} file={file} />
      {of === 'attendance' && !mapping.includes('class') && (
        <div>
          <CommittedInput
            id="import-class"
            className={classes.answer ?? ''}
            label={t('import.class')}
            description={t('import.class.help')}
            value={title}
            error={open.includes('class') && t('import.class.needed')}
            onCommit={(typed) => void work.answer({ ...file, title: typed })}
          />
        </div>
      )}
      <Dates work={work} file={file} open={open} />
      {of === 'attendees' && <Members work={work} file={file} />}
    </>
  )
}

/** Columns of which each could be the one that is meant; the likelier one is chosen. */
function Rivals({ work, file }: { work: ImportWork; file: ChosenFile }) {
  const { t } = useMessages()
  const { table, of, mapping } = file
  return rivalColumns(table, of).map(({ field, columns }) => (
    <Radio.Group
      key={field}
      label={t('import.rivals', { field: t(`import.field.${field}`) })}
      value={String(mapping.indexOf(field))}
      onChange={(chosen) => void work.answer({ ...file, mapping: mapColumn(mapping, Number(chosen), field) })}
    >
      <div className={steps.options}>
        {columns.map((column) => (
          <Radio
            key={column}
            value={String(column)}
            label={t('import.rivals.column', {
              column: table.headers[column] ?? '',
              examples: examplesOf(table.rows, column).join(' · '),
            })}
          />
        ))}
      </div>
    </Radio.Group>
  ))
}

/**
 * In which order dates are written, each with what it makes of one of them, which years two digits mean, and which year
 * is that of days that have none.
 */
function Dates({ work, file, open }: { work: ImportWork; file: ChosenFile; open: readonly string[] }) {
  const { t, language } = useMessages()
  const thisYear = Number(churchToday().slice(0, 4))
  const short = findShortYear(file)
  const yearless = findYearless(file)
  const spans = possibleSpans(file, churchToday())
  const spanText = ({ from, to }: { from: string; to: string }) => {
    const days = { from: formatDate(from, language), to: formatDate(to, language) }
    return from === to ? days.from : t('import.year.span', days)
  }
  const labelOf = (order: (typeof DATE_ORDERS)[number]) => {
    const example = exampleOf(file, order, thisYear)
    return example === undefined
      ? t(`import.order.${order}`)
      : t(`import.order.${order}Of`, { text: example.text, date: formatDate(example.day, language) })
  }
  return (
    <>
      {asksOrder(file) && (
        <Radio.Group
          id="import-order"
          label={t(file.of === 'attendance' ? 'import.order.days' : 'import.order.title')}
          value={file.order ?? ''}
          error={open.includes('order') && t('import.order.needed')}
          onChange={(chosen) =>
            void work.answer({ ...file, order: DATE_ORDERS.find((one) => one === chosen) })
          }
        >
          <div className={steps.options}>
            {DATE_ORDERS.map((one) => (
              <Radio key={one} value={one} label={labelOf(one)} />
            ))}
          </div>
        </Radio.Group>
      )}
      {short !== undefined && (
        <Radio.Group
          id="import-century"
          label={t('import.century.title', { example: short })}
          value={String(file.latestYear ?? '')}
          error={open.includes('century') && t('import.century.needed')}
          onChange={(chosen) => void work.answer({ ...file, latestYear: Number(chosen) })}
        >
          <div className={steps.options}>
            {[thisYear, CENTURY_BEFORE].map((year) => (
              <Radio
                key={year}
                value={String(year)}
                label={t('import.century.until', { from: String(year - 99), year: String(year) })}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {yearless !== undefined && spans.length > 0 && (
        <Radio.Group
          id="import-year"
          label={t('import.year.title', { example: yearless })}
          value={file.firstDay ?? ''}
          error={open.includes('year') && t('import.year.needed')}
          onChange={(chosen) => void work.answer({ ...file, firstDay: chosen })}
        >
          <div className={steps.options}>
            {spans.map((span) => (
              <Radio key={span.from} value={span.from} label={spanText(span)} />
            ))}
          </div>
        </Radio.Group>
      )}
    </>
  )
}

/** What a church's own words for membership mean. */
function Members({ work, file }: { work: ImportWork; file: ChosenFile }) {
  const { t } = useMessages()
  const { members = new Map() } = file
  const words = [...ownMemberWords(file.table, file.mapping)]
  if (words.length === 0) {
    return null
  }
  return (
    <Question title={t('import.members.title')}>
      {words.map(([word, { text, count }]) => (
        <NativeSelect
          key={word}
          className={classes.answer ?? ''}
          label={t('import.members.word', { text, count })}
          value={String(members.get(word) ?? '')}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            const next = new Map(members).set(word, chosen === '' ? undefined : Number(chosen))
            void work.answer({ ...file, members: next })
          }}
          data={[
            { value: '', label: t('import.members.open') },
            { value: String(CHURCH_MEMBER), label: t('import.yes') },
            { value: String(GUEST), label: t('import.no') },
          ]}
        />
      ))}
    </Question>
  )
}
