import { useQueryClient } from '@tanstack/react-query'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { callApi } from '../../api/call-api.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { type Choice, CreatableSelect } from '../../ui/forms/creatable-select.tsx'
import { listCategories, listPreachers } from '../preaching-calls.ts'
import { addName } from './add-name.ts'

/** The dropdown of presenters or categories; a missing one can be added from it. */
export function LookupSelect(props: {
  id: string
  name: string
  label?: string
  error: string | undefined
  onBlur: () => void
  kind: 'preacher' | 'category'
  choices: readonly Choice[]
  value: number
  onChange: (id: number) => void
}) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const { kind, label = t(`preaching.form.${kind}`), ...others } = props
  const load = async (): Promise<Choice[]> => {
    if (kind === 'preacher') {
      const preachers = await queries.fetchQuery({ ...listPreachers, staleTime: 0 })
      return preachers.map(({ id, presenterName }) => ({ id, label: presenterName }))
    }
    const categories = await queries.fetchQuery({ ...listCategories, staleTime: 0 })
    return categories.map(({ id, category }) => ({ id, label: category }))
  }
  const create = (name: string) =>
    addName(name, {
      async add() {
        const { id } =
          kind === 'preacher'
            ? await callApi('POST /preachers', { body: { presenterName: name } })
            : await callApi('POST /categories', { body: { category: name } })
        return id
      },
      find: async () => (await load()).find((choice) => nameKey(choice.label) === nameKey(name))?.id,
    })
  return <CreatableSelect {...others} label={label} onCreate={create} />
}
