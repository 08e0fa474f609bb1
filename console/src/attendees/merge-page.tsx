import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { findAttendee } from './attendee-calls.ts'
import { isAttendeeId } from './attendee-fields.ts'
import { ChooseEntry } from './choose-entry.tsx'
import { DuplicatesPage } from './duplicates-page.tsx'
import { compareEntries } from './merge-calls.ts'
import { MergeForm } from './merge-form.tsx'
import classes from './merge-page.module.css'

/** Possible duplicates; or two entries of one child side by side, of which the other one is looked for first. */
export function MergePage() {
  const { id } = useParams()
  return id === undefined ? <DuplicatesPage /> : <Entries id={id} />
}

function Entries({ id }: { id: string }) {
  const { t } = useMessages()
  const [query] = useSearchParams()
  const other = query.get('with')
  const toList = { label: t('attendees.form.toList'), to: paths.attendees }
  const numbers = [id, ...(other === null ? [] : [other])]
  if (!numbers.every(isAttendeeId) || id === other) {
    return (
      <>
        <PageHeading title={t('merge.title')} />
        <NotLoaded message={t('merge.loadFailed')} failure={new Error(t('merge.same'))} toList={toList} />
      </>
    )
  }
  return (
    <div className={classes.page}>
      {other === null ? (
        <Choose id={Number(id)} toList={toList} />
      ) : (
        <Compare key={`${id} ${other}`} id={Number(id)} other={Number(other)} toList={toList} />
      )}
    </div>
  )
}

type Way = { label: string; to: string }

function Choose({ id, toList }: { id: number; toList: Way }) {
  const { t } = useMessages()
  const child = useQuery(findAttendee(id))
  return (
    <>
      <PageHeading title={t('merge.choose')} />
      <LoadedRecord
        record={child}
        choices={{}}
        failed={{ record: t('merge.loadFailed'), choices: '' }}
        toList={toList}
        heights={[24, 44]}
      >
        {(of) => of && <ChooseEntry of={of} />}
      </LoadedRecord>
    </>
  )
}

function Compare({ id, other, toList }: { id: number; other: number; toList: Way }) {
  const { t } = useMessages()
  const compared = useQuery(compareEntries(id, other))
  return (
    <>
      <PageHeading title={t('merge.title')} />
      <LoadedRecord
        record={compared}
        choices={{}}
        failed={{ record: t('merge.loadFailed'), choices: '' }}
        toList={toList}
        heights={[48, 120, 80, 80, 80]}
      >
        {(comparison) =>
          comparison && <MergeForm comparison={comparison} reload={() => compared.refetch()} />
        }
      </LoadedRecord>
    </>
  )
}
