import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useMessages } from '../messages/use-messages.ts'
import { type Fact, Facts } from '../ui/imports/facts.tsx'
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import { Questions } from '../ui/imports/questions.tsx'
import { IconListCheck } from '../ui/look/icons.ts'
import sticky from '../ui/sticky-bar.module.css'
import { childrenReview } from './children-review.tsx'
import { type ChosenFile, openQuestions, type Question } from './chosen-file.ts'
import { ColumnsFields } from './columns-fields.tsx'
import { FileQuestions } from './file-questions.tsx'
import { marksReview } from './marks-review.tsx'
import type { ReviewParts } from './review-parts.ts'
import { StrayRows } from './table-choice.tsx'
import type { ImportWork } from './use-import.ts'

const COLUMNS = 'columns'

/** What was understood of a file, what only the person knows of it, and the button that imports. */
export function ImportReview({ work, file }: { work: ImportWork; file: ChosenFile }) {
  const { t } = useMessages()
  const [asked, setAsked] = useState(false)
  const [chosen, setChosen] = useState<{ shown: string | undefined }>()
  const open = openQuestions(file)
  const parts = partsOf(work, file)
  const isNew = work.saved === undefined
  const lacksColumns = open.includes('columns')
  const shown = chosen === undefined ? parts?.first : chosen.shown
  if (lacksColumns && shown !== COLUMNS) {
    setChosen({ shown: COLUMNS })
  }
  const restart = async () => {
    if (!work.isAnswered || (await confirmLeaving())) {
      work.restart()
    }
  }
  return (
    <section className={steps.section}>
      <div>
        <h2 ref={focusOnce} tabIndex={-1}>
          {parts?.title ?? t('import.unclear', { count: open.length })}
        </h2>
        <p className={`${steps.help} ${steps.of}`}>
          <span>{t('import.fileRows', { file: file.name, rows: file.table.rows.length })}</span>
          <Button variant="subtle" size="compact-sm" onClick={restart}>
            {t('import.another')}
          </Button>
        </p>
      </div>
      <Questions title={t('import.questions')}>
        {isNew && <FileQuestions key={file.sheet} work={work} file={file} asked={asked} />}
        {parts?.questions}
      </Questions>
      <Facts
        facts={[...(parts?.facts ?? []), ...(isNew ? [columnsFact(file, lacksColumns)] : [])]}
        shown={shown}
        // What is closed while something is unclear must not hide the rows that turn out to be wrong.
        onShow={(key) => setChosen(key === undefined && !work.isUnderstood ? undefined : { shown: key })}
      >
        {shown === COLUMNS ? <ColumnsFields work={work} file={file} /> : parts?.about(shown)}
      </Facts>
      {isNew && <StrayRows rows={file.sheets[file.sheet]?.stray ?? []} />}
      <div className={`${steps.actions} ${sticky.bar}`}>
        {parts?.lead ?? (
          <Button
            aria-disabled={open.length > 0}
            onClick={() => {
              const [first] = open
              if (first === undefined) {
                void work.compareAgain()
              } else {
                setAsked(true)
                focusQuestion(first)
              }
            }}
          >
            {t(open.length > 0 ? 'import.lead' : 'ui.error.retry')}
          </Button>
        )}
      </div>
    </section>
  )

  function columnsFact({ mapping, table }: ChosenFile, isDoubtful: boolean): Fact<string> {
    const named = [...new Set(mapping)].flatMap((field) =>
      field === null ? [] : [t(`import.field.${field}`)],
    )
    const left = table.headers.filter((header, column) => mapping[column] === null && header !== '')
    return {
      key: COLUMNS,
      icon: IconListCheck,
      sentence: t('import.columns', { names: named.join(', ') }),
      note: left.length > 0 ? t('import.columns.left', { names: left.join(', ') }) : undefined,
      isDoubtful,
    }
  }
}

function partsOf(work: ImportWork, file: ChosenFile): ReviewParts | undefined {
  if (!work.isUnderstood) {
    return undefined
  }
  return work.marks === undefined ? childrenReview(work) : marksReview(work, file, work.marks)
}

function focusQuestion(question: Question): void {
  const found = document.getElementById(`import-${question}`)
  const field = found?.matches('input') ? found : found?.querySelector('input, select')
  if (field instanceof HTMLElement) {
    field.focus()
  }
}
