import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { listCategories, listPreachers } from '../preaching/preaching-calls.ts'
import steps from '../ui/imports/import-steps.module.css'
import { PageHeading } from '../ui/page-heading.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { Shown } from './import-rows.tsx'
import { nameOfImport } from './name-of-import.ts'
import { folderOfImport } from './read-folder.ts'
import { expectMoreSermons, type FoundImport, findSermonImport } from './sermon-import-calls.ts'

/** An import: a preview of it or, once it was started, its progress. */
export function SermonImportPage({ id }: { id: number }) {
  const { t } = useMessages()
  const [shown, setShown] = useState<Shown>({ state: undefined, page: 1 })
  const [folder, setFolder] = useState(() => folderOfImport(id))
  const found = useQuery(findSermonImport(id, shown.state, shown.page))
  const preachers = useQuery(listPreachers)
  const categories = useQuery(listCategories)
  // While this import loads, the sermons of another one must not be shown.
  const record = found.data?.id === id || found.data === undefined ? found : { ...found, data: undefined }
  const done = record.data?.counts.done ?? 0
  if (record.data !== undefined && !found.isPlaceholderData && isBeyond(shown, record.data)) {
    setShown({ state: undefined, page: 1 })
  }
  useEffect(() => {
    if (done > 0) {
      expectMoreSermons()
    }
  }, [done])
  return (
    <div className={steps.page}>
      <PageHeading
        title={record.data === undefined ? t('shell.page.sermonImports') : nameOfImport(record.data)}
      />
      <LoadedRecord
        record={record}
        choices={{ preachers, categories }}
        failed={{ record: t('sermonImport.loadFailed'), choices: t('sermonImport.choicesFailed') }}
        toList={{ label: t('sermonImport.toImports'), to: paths.sermonImports }}
        heights={[60, 200, 400]}
      >
        {(loaded, choices) => {
          if (loaded === undefined) {
            return null
          }
          const rows = { found: loaded, shown, onShow: setShown, isStale: found.isPlaceholderData, folder }
          return loaded.state === 'read' ? (
            <ImportPreview rows={rows} {...choices} onFolder={setFolder} />
          ) : (
            <ImportProgress rows={rows} onFolder={setFolder} />
          )
        }}
      </LoadedRecord>
    </div>
  )
}

/** Whether no sermon is left to show: sermons change their state even while nobody does anything. */
function isBeyond({ state, page }: Shown, { rows }: FoundImport): boolean {
  return rows.length === 0 && (state !== undefined || page > 1)
}
