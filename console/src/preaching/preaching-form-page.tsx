import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { LastChanged } from '../api/last-changed.tsx'
import { FormPage, FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, sayNotLoaded } from '../ui/is-hopeless.ts'
import { findPreaching, listCategories, listPreachers } from './preaching-calls.ts'
import { PreachingForm } from './preaching-form.tsx'

/** Adds an item, or edits the one that the address names. */
export function PreachingFormPage() {
  const { uuid } = useParams()
  const { t } = useMessages()
  return (
    <FormPage title={t(uuid === undefined ? 'preaching.form.titleAdd' : 'preaching.form.titleEdit')}>
      <LoadedForm key={uuid ?? 'new'} uuid={uuid} />
    </FormPage>
  )
}

function LoadedForm({ uuid }: { uuid: string | undefined }) {
  const { t } = useMessages()
  const item = useQuery({ ...findPreaching(uuid ?? ''), enabled: uuid !== undefined })
  const preachers = useQuery(listPreachers)
  const categories = useQuery(listCategories)
  const lookupError = preachers.error ?? categories.error

  const gone = isHopeless(item.error)
  if (item.error !== null && item.data === undefined) {
    return (
      <ErrorBox
        message={t('preaching.form.loadFailed')}
        detail={sayNotLoaded(item.error)}
        failure={item.error}
        onRetry={() => void item.refetch()}
        wayOut={gone ? <ToTheList /> : undefined}
      />
    )
  }
  if (lookupError !== null && (preachers.data === undefined || categories.data === undefined)) {
    return (
      <ErrorBox
        message={t('preaching.form.dataFailed')}
        detail={lookupError.message}
        failure={lookupError}
        onRetry={() => void Promise.all([preachers.refetch(), categories.refetch()])}
      />
    )
  }
  const waiting = uuid !== undefined && item.data === undefined
  if (waiting || preachers.data === undefined || categories.data === undefined) {
    return <FormSkeleton heights={[60, 60, 120, 110, 110, 60, 60, 60]} />
  }
  return (
    <>
      {item.data !== undefined && (
        <LastChanged change={item.data.last_change} record={`item/${item.data.uuid}`} />
      )}
      <PreachingForm item={item.data} preachers={preachers.data} categories={categories.data} />
    </>
  )
}

/** An item that is gone does not come back by trying again. */
function ToTheList() {
  const { t } = useMessages()
  return (
    <Button variant="default" size="sm" component={Link} to={paths.preaching}>
      {t('preaching.form.toList')}
    </Button>
  )
}
