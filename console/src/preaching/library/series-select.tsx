import { useQuery, useQueryClient } from '@tanstack/react-query'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { callApi } from '../../api/call-api.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { CreatableSelect } from '../../ui/forms/creatable-select.tsx'
import { addName } from '../form/add-name.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import { listSeries } from '../preaching-calls.ts'

/** The series that a sermon belongs to, if it does; a new one is added by its name. */
export function SeriesSelect({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const series = useQuery(listSeries)
  const load = () => queries.fetchQuery({ ...listSeries, staleTime: 0 })
  return (
    <CreatableSelect
      {...form.field('series_id')}
      label={t('library.series')}
      description={t('library.series.help')}
      optional
      choices={(series.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      value={form.values.series_id}
      onChange={(id) => form.set('series_id', id)}
      onCreate={(name) =>
        addName(name, {
          add: async () => (await callApi('POST /sermonSeries', { body: { name } })).id,
          find: async () => (await load()).find((one) => nameKey(one.name) === nameKey(name))?.id,
        })
      }
    />
  )
}
