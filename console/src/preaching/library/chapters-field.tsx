import { Textarea } from '@mantine/core'
import { appleShowsChapters, readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { useMessages } from '../../messages/use-messages.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import classes from './library-fields.module.css'

/** The chapters of a recording, typed one a line, and whether Apple will show them. */
export function ChaptersField({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const { chapters } = readChapters(form.values.chapters)
  return (
    <div>
      <Textarea
        {...form.input('chapters')}
        label={t('library.chapters')}
        description={t('library.chapters.help')}
        autosize
        minRows={3}
        maxRows={12}
      />
      <p className={classes.reading} role="status">
        {chapters.length > 0 && !appleShowsChapters(chapters) && t('library.chapters.apple')}
      </p>
    </div>
  )
}
