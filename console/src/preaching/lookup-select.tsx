import { useQueryClient } from '@tanstack/react-query'
import { nameKey } from '@vestry/contract/search-key.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { type Choice, CreatableSelect } from '../ui/creatable-select.tsx'
import { listCategories, listPreachers } from './preaching-calls.ts'

/** The dropdown of preachers or of categories; one that is missing can be added from it. */
export function LookupSelect(props: {
  id: string
  name: string
  error: string | undefined
  onBlur: () => void
  kind: 'preacher' | 'category'
  choices: readonly Choice[]
  value: number
  onChange: (id: number) => void
}) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const { kind, ...others } = props

  const create = async (name: string): Promise<number | undefined> => {
    try {
      const { id } =
        kind === 'preacher'
          ? await callApi('POST /preachers', { body: { presenterName: name } })
          : await callApi('POST /categories', { body: { category: name } })
      await reload()
      return id
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      const already = error.code === 'name_taken' ? await findByName(name) : undefined
      if (already === undefined) {
        const message = t('preaching.form.lookupFailed', { name })
        await showFailure(message, error)
      }
      return already
    }
  }
  const reload = async (): Promise<Choice[]> => {
    if (kind === 'preacher') {
      const preachers = await queries.fetchQuery({ ...listPreachers, staleTime: 0 })
      return preachers.map(({ id, presenterName }) => ({ id, label: presenterName }))
    }
    const categories = await queries.fetchQuery({ ...listCategories, staleTime: 0 })
    return categories.map(({ id, category }) => ({ id, label: category }))
  }
  /** Somebody else has added it in the meantime. */
  const findByName = async (name: string) =>
    (await reload()).find((choice) => nameKey(choice.label) === nameKey(name))?.id

  return (
    <CreatableSelect
      {...others}
      label={t(kind === 'preacher' ? 'preaching.form.preacher' : 'preaching.form.category')}
      onCreate={create}
    />
  )
}
