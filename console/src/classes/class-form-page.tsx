import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { LastChanged } from '../api/last-changed.tsx'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ClassForm } from './class-form.tsx'
import { findClass, listTeachers } from './classes-calls.ts'
import { isDay } from './history-date.ts'

/** Plans a class, alone, as a series or as a copy, or edits the one that the address names. */
export function ClassFormPage() {
  const { t } = useMessages()
  const { id } = useParams()
  const [params] = useSearchParams()
  const { arranges } = useOwnRole()
  const copied = id === undefined ? params.get('copy') : null
  const asked = params.get('day')
  const day = isDay(asked) ? asked : undefined
  const title = id !== undefined ? 'titleEdit' : copied !== null ? 'titleCopy' : 'titleAdd'
  return (
    <FormPage title={t(`classes.form.${title}`)}>
      {arranges ? (
        <LoadedForm
          key={`${id} ${copied} ${day}`}
          id={id ?? copied ?? undefined}
          copies={copied !== null}
          day={day}
        />
      ) : (
        <NotLoaded
          message={t('classes.form.notAllowed')}
          toList={{ label: t('classes.toList'), to: paths.classes }}
        />
      )}
    </FormPage>
  )
}

function LoadedForm({
  id,
  copies,
  day,
}: {
  id: string | undefined
  copies: boolean
  day: string | undefined
}) {
  const { t } = useMessages()
  const toList = { label: t('classes.toList'), to: paths.classes }
  const known = id !== undefined && /^[1-9]\d{0,9}$/.test(id)
  const item = useQuery({ ...findClass(Number(id)), enabled: known })
  const teachers = useQuery(listTeachers)
  if (id !== undefined && !known) {
    return <NotLoaded message={t('classes.form.loadFailed')} toList={toList} />
  }
  return (
    <LoadedRecord
      record={known ? item : undefined}
      choices={{ teachers }}
      failed={{ record: t('classes.form.loadFailed'), choices: t('classes.form.teachersFailed') }}
      toList={toList}
      heights={[60, 60, 60, 60, 24, 100]}
    >
      {(loaded, choices) => (
        <>
          {loaded && !copies && <LastChanged change={loaded.last_change} record={`class/${loaded.id}`} />}
          <ClassForm item={loaded} copies={copies} day={day} teachers={choices.teachers} />
        </>
      )}
    </LoadedRecord>
  )
}
