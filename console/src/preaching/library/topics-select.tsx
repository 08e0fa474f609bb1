import { MultiSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { keepMatching, withNew } from '../../ui/forms/creatable-select.tsx'
import { addName } from '../form/add-name.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import { listTopics } from '../preaching-calls.ts'

/** The topics of a sermon; a missing one is added by typing it. */
export function TopicsSelect({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const topics = useQuery(listTopics)
  const [typed, setTyped] = useState('')
  const chosen = form.values.topics
  const choices = (topics.data ?? []).map(({ id, topic }) => ({ id, label: topic }))
  const load = () => queries.fetchQuery({ ...listTopics, staleTime: 0 })
  const add = (name: string) =>
    addName(name, {
      add: async () => (await callApi('POST /topics', { body: { topic: name } })).id,
      find: async () => (await load()).find(({ topic }) => nameKey(topic) === nameKey(name))?.id,
    })
  const choose = async (values: string[]) => {
    const ids = values.map(Number).filter((id) => id > 0)
    if (ids.length === values.length) {
      form.set('topics', ids)
      return
    }
    const added = await add(typed.trim())
    setTyped('')
    if (added !== undefined) {
      form.change('topics', (now) => [...new Set([...now, added])])
    }
  }
  return (
    <MultiSelect
      {...form.field('topics')}
      label={t('library.topics')}
      description={t('library.topics.help')}
      data={withNew(choices, typed)}
      filter={keepMatching}
      value={topics.data === undefined ? [] : chosen.map(String)}
      disabled={topics.data === undefined}
      onChange={(values) => void choose(values)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      hidePickedOptions
      nothingFoundMessage={t('ui.select.none')}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  )
}
