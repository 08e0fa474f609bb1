import { Button } from '@mantine/core'
import { MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { Link } from 'react-router'
import { confirmLeaving } from '../forms/confirm-leaving.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { DropArea } from '../ui/forms/drop-area.tsx'
import steps from '../ui/imports/import-steps.module.css'
import { IconCircleCheck, IconUpload } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { ImportList } from './import-list.tsx'
import { ImportReview } from './import-review.tsx'
import { undoImport } from './undo-import.ts'
import { type ImportWork, useImport } from './use-import.ts'

/** Imports children or attendance from a file: choose it, see what was understood, and import. */
export function ImportPage() {
  const { t } = useMessages()
  const work = useImport()
  useLeaveGuard(work.unsaved, confirmLeaving)
  return (
    <div className={steps.page}>
      <PageHeading title={t('import.title')} />
      {work.saved !== undefined && <SavedNote work={work} saved={work.saved} />}
      {work.step === 'choose' && <ChooseStep work={work} />}
      {work.step === 'review' && work.file !== undefined && <ImportReview work={work} file={work.file} />}
      {(work.step === 'choose' || work.step === 'done') && <ImportList />}
    </div>
  )
}

function ChooseStep({ work }: { work: ImportWork }) {
  const { t } = useMessages()
  return (
    <section className={steps.section}>
      <p className={steps.text}>{t('import.intro')}</p>
      <div className={steps.drop}>
        <span id="import-file-label" className="visually-hidden">
          {t('import.file')}
        </span>
        <DropArea
          id="import-file"
          accept=".csv,.tsv,.txt,.xlsx"
          disabled={false}
          invalid={false}
          labelledBy="import-file-label"
          describedBy="import-file-help"
          onFiles={([file]) => file && void work.choose(file)}
          onBlur={() => undefined}
        >
          <IconUpload size={24} stroke={1.5} aria-hidden />
          <span>{t('import.choose')}</span>
        </DropArea>
        <p id="import-file-help" className={steps.help}>
          {t('import.limits', { rows: MAX_IMPORT_ROWS })}
        </p>
      </div>
    </section>
  )
}

/** What the import did, with a button to undo it. */
function SavedNote({ work, saved }: { work: ImportWork; saved: NonNullable<ImportWork['saved']> }) {
  const { t } = useMessages()
  const { added, changed, refused, families = 0, stays = 0 } = saved
  const ofMarks = work.marks !== undefined
  const count = ofMarks ? work.refused : refused.length
  const done = added + changed > 0
  const nothing = work.numbers > 0 ? 'import.doneNumbers' : 'import.doneNothing'
  return (
    <div className={steps.saved} role="status">
      <IconCircleCheck size={20} stroke={1.75} aria-hidden />
      <div className={steps.savedText}>
        {(done || families + stays === 0) && (
          <p>
            {t(!done ? nothing : ofMarks ? 'import.doneMarks' : 'import.done', {
              added,
              changed,
              count: work.numbers,
            })}
          </p>
        )}
        {families > 0 && <p>{t('import.doneFamilies', { count: families })}</p>}
        {stays > 0 && <p>{t('import.doneStays', { count: stays })}</p>}
        {count > 0 && <p>{t(ofMarks ? 'import.refusedMarks' : 'import.refused', { count })}</p>}
      </div>
      <div className={steps.savedActions}>
        <Button
          variant="default"
          size="sm"
          onClick={async () => {
            const of = ofMarks ? 'attendance' : 'attendees'
            if (await undoImport({ id: saved.id, file_name: work.file?.name ?? '', of })) {
              work.restart()
            }
          }}
        >
          {t('import.undo')}
        </Button>
        {work.step === 'done' && (
          <>
            <Button variant="default" size="sm" onClick={work.restart}>
              {t('import.another')}
            </Button>
            <Button size="sm" component={Link} to={ofMarks ? paths.classHistory : paths.attendees}>
              {t(ofMarks ? 'import.toHistory' : 'import.toList')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
