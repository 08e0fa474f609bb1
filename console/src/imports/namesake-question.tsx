import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import { Question } from '../ui/imports/questions.tsx'
import classes from './import-page.module.css'
import { knownChildren, nameOfRow, What } from './preview-columns.tsx'
import type { Decision, decide, PreviewRow } from './preview-rows.ts'
import { MoreRows } from './preview-rows-table.tsx'

const AT_ONCE = 20

/** Asks which child a row means whose name somebody else has too; what an answer changes stands below it. */
export function NamesakeQuestion(props: {
  rows: readonly PreviewRow[]
  onDecide: (lines: ReadonlySet<number>, of: Parameters<typeof decide>[2]) => void
}) {
  const { t } = useMessages()
  const { rows, onDecide } = props
  const [limit, setLimit] = useState(AT_ONCE)
  const decideAll = (of: (row: PreviewRow) => Decision | undefined) =>
    onDecide(new Set(rows.map(({ line }) => line)), of)
  return (
    <Question title={t('import.namesakes', { count: rows.length })} text={t('import.namesakes.text')}>
      {rows.length > 1 && (
        <div className={steps.all}>
          <Button
            variant="default"
            size="sm"
            onClick={() =>
              decideAll((row) => {
                const [only, ...others] = row.plan?.known ?? []
                return others.length === 0 && only !== undefined ? only.id : row.decision
              })
            }
          >
            {t('import.decide.allSame')}
          </Button>
          <Button variant="default" size="sm" onClick={() => decideAll(() => 'new')}>
            {t('import.decide.allNew')}
          </Button>
        </div>
      )}
      <ul className={classes.namesakes}>
        {rows.slice(0, limit).map((row) => (
          <li key={row.line}>
            <NativeSelect
              className={classes.answer ?? ''}
              label={
                <>
                  {nameOfRow(row)}
                  <span className={steps.dim}> · {t('import.rowNumber', { row: row.line })}</span>
                </>
              }
              description={
                row.plan?.twin === undefined ? undefined : t('import.decide.twin', { row: row.plan.twin })
              }
              inputWrapperOrder={['label', 'input', 'description']}
              value={String(row.decision ?? '')}
              onChange={(event) => {
                const chosen = event.currentTarget.value
                onDecide(new Set([row.line]), () =>
                  chosen === '' ? undefined : chosen === 'new' ? 'new' : Number(chosen),
                )
              }}
              data={[
                ...knownChildren(row.plan?.known ?? []),
                { value: 'new', label: t('import.decide.new') },
              ]}
            />
            {row.decision !== undefined && <What row={row} />}
          </li>
        ))}
      </ul>
      <MoreRows shown={limit} count={rows.length} onMore={() => setLimit(limit + AT_ONCE)} />
    </Question>
  )
}
