import { Button } from '@mantine/core'
import type { ImportKind } from '@vestry/contract/import-rules.ts'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { ListTable } from '../ui/list-table.tsx'
import sticky from '../ui/sticky-bar.module.css'
import { focusOnce } from './columns-step.tsx'
import classes from './import-page.module.css'
import { nameOfRow, previewColumns } from './preview-columns.tsx'
import { countChosen, type Decision, decide, leaveOut, type PreviewRow, SHOWN_KINDS } from './preview-rows.ts'
import type { ImportWork } from './use-import.ts'

const AT_ONCE = 100

/** What the rows would do, one kind at a time. */
export function PreviewStep({ work }: { work: ImportWork }) {
  const { t } = useMessages()
  const { rows } = work
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const [wanted, setWanted] = useState<ImportKind>()
  const [limit, setLimit] = useState(AT_ONCE)
  const kind =
    wanted !== undefined && byKind.has(wanted)
      ? wanted
      : (SHOWN_KINDS.find((one) => byKind.has(one)) ?? 'new')
  const shown = byKind.get(kind) ?? []
  const { added, changed } = countChosen(rows)
  const decideAll = (of: (row: PreviewRow) => Decision | undefined) =>
    work.setRows(decide(rows, new Set(shown.map(({ line }) => line)), of))
  const decideOne = (line: number, decision: Decision | undefined) =>
    work.setRows(decide(rows, new Set([line]), () => decision))
  return (
    <section className={classes.section}>
      <h2 ref={focusOnce} tabIndex={-1}>
        {t('import.preview')}
      </h2>
      <fieldset className={classes.kinds}>
        <legend className="visually-hidden">{t('import.show')}</legend>
        {SHOWN_KINDS.filter((one) => byKind.has(one)).map((one) => (
          <Button
            key={one}
            variant="default"
            size="sm"
            aria-pressed={one === kind}
            onClick={() => {
              setWanted(one)
              setLimit(AT_ONCE)
            }}
          >
            {t(`import.kind.${one}`, { count: byKind.get(one)?.length ?? 0 })}
          </Button>
        ))}
      </fieldset>
      <p className={classes.text}>{t(`import.about.${kind}`)}</p>
      {kind === 'namesake' && (
        <div className={classes.all}>
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
      <ListTable
        caption={t(`import.kind.${kind}`, { count: shown.length })}
        columns={previewColumns(decideOne, (line, leftOut) => work.setRows(leaveOut(rows, line, leftOut)))}
        rows={shown.slice(0, limit)}
        pageSize={1}
        keyOf={({ line }) => String(line)}
        nameOf={nameOfRow}
        stale={false}
        onRowGone={() => undefined}
      />
      {shown.length > limit && (
        <div className={classes.all}>
          <span>{t('import.shown', { shown: limit, count: shown.length })}</span>
          <Button variant="default" size="sm" onClick={() => setLimit(limit + AT_ONCE)}>
            {t('import.more')}
          </Button>
        </div>
      )}
      <div className={`${classes.actions} ${sticky.bar}`}>
        <Button variant="default" onClick={work.saved === undefined ? work.toColumns : work.restart}>
          {t(work.saved === undefined ? 'import.back' : 'import.another')}
        </Button>
        {added + changed > 0 ? (
          <Button onClick={() => void work.save()}>{t('import.save', { added, changed })}</Button>
        ) : (
          <span className={classes.dim}>{t('import.nothing')}</span>
        )}
      </div>
    </section>
  )
}
