import { useQueryClient } from '@tanstack/react-query'
import { nameKey } from '@vestry/contract/search-key.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { type Choice, CreatableSelect } from '../ui/creatable-select.tsx'
import { whileShowing } from '../ui/dialogs.ts'
import { listCategories, listPreachers } from './preaching-calls.ts'

const isTaken = (error: unknown) => error instanceof ApiError && error.code === 'name_taken'

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

  /** Covers the form meanwhile, which would be saved without the new choice. */
  const create = async (name: string): Promise<number | undefined> => {
    try {
      return await whileShowing(t('ui.progress.processing'), () => addOrFind(name))
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      await showFailure(t('preaching.form.lookupFailed', { name }), error)
      return undefined
    }
  }
  const addOrFind = async (name: string): Promise<number> => {
    try {
      const { id } =
        kind === 'preacher'
          ? await callApi('POST /preachers', { body: { presenterName: name } })
          : await callApi('POST /categories', { body: { category: name } })
      await reload()
      return id
    } catch (error) {
      const already = isTaken(error) ? await findByName(name) : undefined
      if (already === undefined) {
        throw error
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
