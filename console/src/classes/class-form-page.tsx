import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ClassDetail } from '@vestry/contract/calls/classes.ts'
import { isDay } from '@vestry/contract/rules/is-day.ts'
import { useParams, useSearchParams } from 'react-router'
import { listTeachers } from '../api/people/list-teachers.ts'
import { listRooms } from '../api/rooms/list-rooms.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { useChurch } from '../ui/use-church.ts'
import { ClassForm } from './class-form.tsx'
import { findClass, findTerm } from './classes-calls.ts'

/** The class that a new one copies, or whose series comes before the new term. */
type Source = { kind: 'copy' | 'term'; id: string }

const TITLES = { copy: 'titleCopy', term: 'titleTerm' } as const

function sourceOf(params: URLSearchParams): Source | undefined {
  const kind = (['copy', 'term'] as const).find((name) => params.has(name))
  return kind && { kind, id: params.get(kind) ?? '' }
}

/** Plans a class: alone, as a series, as a copy or as the next term; or edits the one that the address names. */
export function ClassFormPage() {
  const { t } = useMessages()
  const { id } = useParams()
  const [params] = useSearchParams()
  const { arranges } = useOwnRole()
  const source = id === undefined ? sourceOf(params) : undefined
  const asked = params.get('day')
  const day = isDay(asked) ? asked : undefined
  const title = id !== undefined ? 'titleEdit' : source === undefined ? 'titleAdd' : TITLES[source.kind]
  return (
    <FormPage title={t(`classes.form.${title}`)}>
      {arranges ? (
        <LoadedForm
          key={`${id} ${source?.kind} ${source?.id} ${day}`}
          id={id ?? source?.id}
          copies={source?.kind}
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
  copies: Source['kind'] | undefined
  day: string | undefined
}) {
  const { t } = useMessages()
  const toList = { label: t('classes.toList'), to: paths.classes }
  const known = id !== undefined && /^[1-9]\d{0,9}$/.test(id)
  const one = useQuery({ ...findClass(Number(id)), enabled: known && copies !== 'term' })
  const term = useQuery({ ...findTerm(Number(id)), enabled: known && copies === 'term' })
  const item: Pick<UseQueryResult<ClassDetail>, 'data' | 'error' | 'refetch'> = copies === 'term' ? term : one
  const teachers = useQuery(listTeachers)
  const { rooms: keepsRooms } = useChurch()
  // Without them, the room can still be typed.
  const { data: rooms = [] } = useQuery({ ...listRooms, enabled: keepsRooms })
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
        <ClassForm
          item={loaded}
          copies={copies}
          sessions={term.data?.sessions}
          day={day}
          teachers={choices.teachers}
          rooms={keepsRooms ? rooms : undefined}
        />
      )}
    </LoadedRecord>
  )
}
