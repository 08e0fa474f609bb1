import { SERMON_IMPORT_DAYS } from '@vestry/contract/sermon-import-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/import-steps.module.css'
import { PageHeading } from '../ui/page-heading.tsx'
import { SermonImportList } from './sermon-import-list.tsx'
import { SourceChoice } from './source-choice.tsx'

/** Where an import of sermons begins, and those that were begun before. */
export function SermonImportsPage() {
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
