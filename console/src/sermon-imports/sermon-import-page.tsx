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
import { nameOfImport } from './name-of-import.ts'
import { folderOfImport } from './read-folder.ts'
import { expectMoreSermons, findRows, findSermonImport } from './sermon-import-calls.ts'
import { type Shown, shownOf, stateOf } from './shown-rows.ts'

/** An import: a preview of it or, once it was started, its progress. */
export function SermonImportPage({ id }: { id: number }) {
  const { t } = useMessages()
  const [chosen, setChosen] = useState<Shown>({ key: undefined, page: 1 })
  const [folder, setFolder] = useState(() => folderOfImport(id))
  const found = useQuery(findSermonImport(id))
  const preachers = useQuery(listPreachers)
  const categories = useQuery(listCategories)
  // While this import loads, the sermons of another one must not be shown.
  const record = found.data?.id === id || found.data === undefined ? found : { ...found, data: undefined }
  const done = record.data?.counts.done ?? 0
  const shown = record.data === undefined ? chosen : shownOf(chosen, record.data)
  const rows = useQuery(findRows(id, stateOf(shown), shown.page))
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
          const props = {
            found: loaded,
            shown,
            onShow: setChosen,
            rows: rows.data?.id === id ? rows.data.rows : [],
            isStale: rows.isPlaceholderData,
            folder,
          }
          return loaded.state === 'read' ? (
            <ImportPreview rows={props} {...choices} onFolder={setFolder} />
          ) : (
            <ImportProgress rows={props} onFolder={setFolder} />
          )
        }}
      </LoadedRecord>
    </div>
  )
}
