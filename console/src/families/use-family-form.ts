import { useQueryClient } from '@tanstack/react-query'
import type { FamilyDetail } from '@vestry/contract/calls/families.ts'
import { FAMILY_FIELDS } from '@vestry/contract/sunday-school/family-record.ts'
import { useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import { FAMILIES, findFamily } from './family-calls.ts'
import {
  changedAdultNumbers,
  type FamilyValues,
  familyBody,
  familyValues,
  findFamilyErrors,
} from './family-form-fields.ts'
import { rebaseFamily } from './rebase-family.ts'

export type FamilyFormState = ReturnType<typeof useFamilyForm>

export function useFamilyForm(family: FamilyDetail | undefined) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const create = useCreate()
  const loaded = familyValues(family)
  const form = useRecordForm({
    name: `family ${family?.id ?? 'new'}`,
    fields: FAMILY_FIELDS,
    loaded,
    isNew: family === undefined,
    list: paths.families,
    findErrors: findFamilyErrors,
    async send({ values }) {
      if (!(await confirmNumbers(values.adults.flatMap(changedAdultNumbers)))) {
        return undefined
      }
      return await whileShowing(t('ui.progress.saving'), () =>
        family === undefined ? create(values) : update(family, values),
      )
    },
    outdated: FAMILIES,
    saved: () => t(family === undefined ? 'families.page.form.created' : 'families.page.form.updated'),
    failed: t('families.page.form.notSaved'),
    conflict: family && {
      title: t('families.page.form.conflict'),
      async load() {
        const theirs = await queries.fetchQuery({ ...findFamily(family.id), staleTime: 0 })
        // Rows are one field: without this, those that were added meanwhile would go.
        const { adults, children } = rebaseFamily(loaded, form.valuesNow(), familyValues(theirs))
        if (form.edits.adults !== undefined) {
          form.set('adults', adults)
        }
        if (form.edits.children !== undefined) {
          form.set('children', children)
        }
      },
      loadFailed: t('families.page.form.loadFailed'),
    },
  })
  return form
}

function update({ id, version }: Pick<FamilyDetail, 'id' | 'version'>, values: FamilyValues) {
  return callApi('PUT /families', { body: { id, version, ...familyBody(values) } })
}

/**
 * Creates a family only once, however often it is tried. If a response was lost, the family may have been created with
 * what the form held at that time; what was typed since is then saved as a change.
 */
function useCreate() {
  const [request_id] = useState(() => crypto.randomUUID())
  const first = useRef<string>(undefined)
  return async (values: FamilyValues) => {
    const body = familyBody(values)
    const content = JSON.stringify(body)
    first.current ??= content
    const created = await callApi('POST /families', { body: { request_id, ...body } })
    return content === first.current ? created : await update(created, values)
  }
}
