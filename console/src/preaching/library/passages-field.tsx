import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMessages } from '../../messages/use-messages.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import { readPassages } from '../preaching-calls.ts'
import classes from './library-fields.module.css'

const PAUSE_MS = 400

/** The passages of a sermon, as people write them, with how they are understood. */
export function PassagesField({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const { passages, language_id } = form.values
  const [typed] = useDebouncedValue(passages.trim(), PAUSE_MS)
  const answer = useQuery({
    ...readPassages(typed, language_id),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  })
  const { read = '', unread = [] } = (typed !== '' && answer.data) || {}
  return (
    <div>
      <TextInput
        {...form.input('passages')}
        label={t('library.passages')}
        description={t('library.passages.help')}
      />
      <p className={classes.reading} role="status">
        {read !== '' && <span>{t('library.passages.read', { passages: read })}</span>}
        {unread.length > 0 && (
          <span className={classes.unread}>{t('library.passages.unread', { text: unread.join(' … ') })}</span>
        )}
      </p>
    </div>
  )
}
