import { Button, Progress as ProgressBar } from '@mantine/core'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import { stopImport, undoImport } from './change-import.ts'
import { FolderAgain } from './folder-again.tsx'
import { ImportFacts, type RowsProps } from './import-rows.tsx'
import type { ChosenFolder } from './read-folder.ts'
import classes from './sermon-imports.module.css'
import { useImportRun } from './use-import-run.ts'

/** How far a started import is, what failed, and what can be done about it. */
export function ImportProgress({
  rows,
  onFolder,
}: {
  rows: RowsProps
  onFolder: (folder: ChosenFolder) => void
}) {
  const { t } = useMessages()
  const { found, folder } = rows
  const { id, state, counts, source } = found
  const start = useImportRun(found, folder)
  const { done, failed, waiting } = counts
  const settled = done + failed
  const count = settled + waiting
  const isRunning = state === 'running'
  const canGoOn =
    (state === 'stopped' && waiting > 0) || (failed > 0 && (state === 'stopped' || state === 'done'))
  // The failed ones had no recording in the store: perhaps the wrong folder was chosen.
  const asksFolder = source === 'folder' && canGoOn && failed > 0
  return (
    <>
      <section className={steps.section}>
        <h2 ref={focusOnce} tabIndex={-1}>
          {t(`sermonImport.progress.${state === 'read' ? 'running' : state}`)}
        </h2>
        {state !== 'undone' && (
          <div className={classes.bar}>
            <ProgressBar.Root size="md">
              <ProgressBar.Section
                value={count === 0 ? 100 : (settled / count) * 100}
                aria-label={t('sermonImport.progress.running')}
              />
            </ProgressBar.Root>
            <span>{t('sermonImport.progress.count', { settled, count })}</span>
          </div>
        )}
        <p
          role="status"
          aria-live={isRunning ? 'off' : 'polite'}
          className={`${steps.text} ${classes.result}`}
        >
          {t('sermonImport.result', { done, failed, waiting })}
        </p>
        {isRunning && <p className={steps.help}>{t('sermonImport.progress.closing')}</p>}
        <div className={steps.all}>
          {isRunning && (
            <Button variant="default" onClick={() => void stopImport(found)}>
              {t('sermonImport.stop')}
            </Button>
          )}
          {canGoOn && !(asksFolder && folder === undefined) && (
            <Button onClick={() => void start({ states: ['waiting', 'failed'], isChosen: () => true })}>
              {t(waiting > 0 ? 'sermonImport.goOn' : 'sermonImport.tryAgain')}
            </Button>
          )}
          {(state === 'stopped' || state === 'done') && (
            <Button variant="default" onClick={() => void undoImport(found)}>
              {t('sermonImport.undo')}
            </Button>
          )}
          {!isRunning && (
            <>
              <Button variant="default" component={Link} to={paths.sermonImports}>
                {t('sermonImport.toImports')}
              </Button>
              {done > 0 && state !== 'undone' && (
                <Button variant="default" component={Link} to={paths.preaching}>
                  {t('sermonImport.toSermons')}
                </Button>
              )}
            </>
          )}
        </div>
      </section>
      {asksFolder && <FolderAgain id={id} onFolder={onFolder} />}
      <ImportFacts {...rows} />
    </>
  )
}
