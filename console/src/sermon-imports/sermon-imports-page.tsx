import { SERMON_IMPORT_DAYS } from '@vestry/contract/rules/sermon-import-rules.ts'
import { useParams } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import { PageHeading } from '../ui/page-heading.tsx'
import { SermonImportList } from './sermon-import-list.tsx'
import { SermonImportPage } from './sermon-import-page.tsx'
import { SourceChoice } from './source-choice.tsx'

/** The import that the address names, or else the page where imports begin. */
export function SermonImportsPage() {
  const { id } = useParams()
  return id === undefined ? <AllImports /> : <SermonImportPage key={id} id={Number(id)} />
}

/** The page where an import of sermons begins, with the imports that were begun before. */
function AllImports() {
  const { t } = useMessages()
  return (
    <div className={steps.page}>
      <PageHeading title={t('shell.page.sermonImports')} />
      <p className={steps.text}>{t('sermonImport.intro', { days: SERMON_IMPORT_DAYS })}</p>
      <SourceChoice />
      <SermonImportList />
    </div>
  )
}
