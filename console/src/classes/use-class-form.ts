import { useQueryClient } from '@tanstack/react-query'
import type { ClassDetail, SeriesSession } from '@vestry/contract/calls/classes.ts'
import { CLASS_FIELDS } from '@vestry/contract/sunday-school/class-record.ts'
import type { Scope } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { bodyOf } from '../forms/record-values.ts'
import { type RecordForm, useRecordForm } from '../forms/use-record-form.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { askScope } from './ask-scope.ts'
import {
  CLASS_FORM,
  type ClassValues,
  findClassErrors,
  newClass,
  repeatOf,
  valuesOfClass,
  valuesOfCopy,
} from './class-fields.ts'
import { CLASSES, findClass } from './classes-calls.ts'
import { valuesOfNextTerm } from './next-term.ts'

export type ClassFormState = RecordForm<typeof CLASS_FORM>

/** Saves a new class, a series, or a change; if the series continues, asks how far the change applies. */
export function useClassForm({
  edited,
  copied,
  sessions,
  day,
}: {
  edited?: ClassDetail | undefined
  copied?: ClassDetail | undefined
  /** The sessions of the copied class's series, if its next term is planned. */
  sessions?: readonly SeriesSession[] | undefined
  /** The day that is proposed for a new class. */
  day?: string | undefined
}) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const { search } = useLocation()
  const create = useCreate(copied)
  const loaded = useMemo(() => {
    if (copied !== undefined) {
      return sessions === undefined
        ? valuesOfCopy(copied, churchToday())
        : valuesOfNextTerm(copied, sessions, churchToday())
    }
    return edited === undefined ? newClass(day) : valuesOfClass(edited)
  }, [edited, copied, sessions, day])

  /** A change of nothing is not applied to other classes, so nothing is asked. */
  const chooseScope = async (
    { following, session_datetime }: ClassDetail,
    dirty: boolean,
    values: ClassValues,
  ) => {
    if (following.sessions === 0 || !dirty) {
      return 'one'
    }
    const moves = values.session_datetime !== session_datetime.slice(0, 16)
    return await askScope({
      title: t('classes.scope.question'),
      yes: t('classes.form.update'),
      no: t('ui.dialog.cancel'),
      following: following.sessions,
      details: { following: t(moves ? 'classes.scope.moved' : 'classes.scope.changed') },
    })
  }
  return useRecordForm({
    name: `class ${edited?.id ?? search}`,
    fields: CLASS_FORM,
    loaded,
    isNew: edited === undefined,
    list: paths.classes,
    findErrors: findClassErrors,
    async send({ values, dirty }) {
      const scope = edited === undefined ? 'one' : await chooseScope(edited, dirty, values)
      return (
        scope &&
        (await whileShowing(t('ui.progress.saving'), () =>
          edited === undefined ? create(values) : update(edited, scope, values),
        ))
      )
    },
    outdated: CLASSES,
    saved: ({ sessions, emptyRoster }) => {
      if (edited === undefined) {
        const message = t('classes.save.created')
        return emptyRoster === undefined
          ? message
          : {
              ...{ status: 'success', message, action: t('classes.save.toRoster') },
              leadsTo: paths.roster(emptyRoster),
            }
      }
      return t(sessions === 0 ? 'classes.save.unchanged' : 'classes.save.updated')
    },
    failed: t(edited === undefined ? 'classes.save.notCreated' : 'classes.save.notUpdated'),
    conflict: edited && {
      title: t('classes.conflict.title'),
      load: () => queries.fetchQuery({ ...findClass(edited.id), staleTime: 0 }),
      loadFailed: t('classes.form.loadFailed'),
    },
  })
}

type Saved = {
  sessions: number
  /** The series, if nobody is on its roster yet. */
  emptyRoster?: number
}

function update({ id, version }: ClassDetail, scope: Scope, values: ClassValues): Promise<Saved> {
  return callApi('PUT /classes', { body: { id, version, scope, ...bodyOf(CLASS_FIELDS, values) } })
}

/** A second try of the same class plans nothing twice; if the input was changed meanwhile, it is another class. */
function useCreate(copied: ClassDetail | undefined): (values: ClassValues) => Promise<Saved> {
  const [requests] = useState(createRequestIds)
  return async (values) => {
    const repeat = repeatOf(values)
    const content = {
      ...bodyOf(CLASS_FIELDS, values),
      ...(repeat !== undefined && { repeat }),
      ...(copied !== undefined && values.copyRoster && { roster_of: copied.series_id }),
    }
    const { sessions, series_id } = await callApi('POST /classes', {
      body: { request_id: requests.idOf(content), ...content },
    })
    return { sessions, ...(!('roster_of' in content) && { emptyRoster: series_id }) }
  }
}
