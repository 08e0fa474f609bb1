import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { LastChanged } from '../api/last-changed.tsx'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FormPage, FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, sayNotLoaded } from '../ui/is-hopeless.ts'
import { ClassForm } from './class-form.tsx'
import { findClass, listTeachers } from './classes-calls.ts'

/** Plans a class, alone, as a series or as a copy, or edits the one that the address names. */
export function ClassFormPage() {
  const { t } = useMessages()
  const { id } = useParams()
  const [params] = useSearchParams()
  const { arranges } = useOwnRole()
  const copied = id === undefined ? params.get('copy') : null
  const title = id !== undefined ? 'titleEdit' : copied !== null ? 'titleCopy' : 'titleAdd'
  return (
    <FormPage title={t(`classes.form.${title}`)}>
      {arranges ? (
        <LoadedForm key={`${id} ${copied}`} id={id ?? copied ?? undefined} copies={copied !== null} />
      ) : (
        <ErrorBox message={t('classes.form.notAllowed')} onRetry={() => undefined} wayOut={<ToTheList />} />
      )}
    </FormPage>
  )
}

function LoadedForm({ id, copies }: { id: string | undefined; copies: boolean }) {
  const { t } = useMessages()
  const known = id !== undefined && /^[1-9]\d{0,9}$/.test(id)
  const item = useQuery({ ...findClass(Number(id)), enabled: known })
  const teachers = useQuery(listTeachers)
  const gone = isHopeless(item.error)
  if ((id !== undefined && !known) || (item.error !== null && item.data === undefined)) {
    return (
      <ErrorBox
        message={t('classes.form.loadFailed')}
        detail={item.error === null ? t('data.error.not_found') : sayNotLoaded(item.error)}
        failure={item.error}
        onRetry={() => void item.refetch()}
        wayOut={gone || !known ? <ToTheList /> : undefined}
      />
    )
  }
  if (teachers.error !== null && teachers.data === undefined) {
    return (
      <ErrorBox
        message={t('classes.form.teachersFailed')}
        detail={teachers.error.message}
        failure={teachers.error}
        onRetry={() => void teachers.refetch()}
      />
    )
  }
  if (teachers.data === undefined || (known && item.data === undefined)) {
    return <FormSkeleton heights={[60, 60, 60, 60, 24, 100]} />
  }
  return (
    <>
      {item.data !== undefined && !copies && (
        <LastChanged change={item.data.last_change} record={`class/${item.data.id}`} />
      )}
      <ClassForm item={item.data} copies={copies} teachers={teachers.data} />
    </>
  )
}

function ToTheList() {
  const { t } = useMessages()
  return (
    <Button variant="default" size="sm" component={Link} to={paths.classes}>
      {t('classes.toList')}
    </Button>
  )
}
