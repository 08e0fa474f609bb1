import { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { problemMessage } from '../forms/record-values.ts'
import { t } from '../messages/messages.ts'
import type { PreachingValues } from './form/preaching-fields.ts'

/** What is wrong with the library's fields of a sermon, beyond what each field's own rules cover. */
export function findLibraryErrors(values: PreachingValues): FieldErrors<PreachingValues> {
  const { state, publish_at, preacher_id, speakers, attachments } = values
  const heard = [preacher_id, ...speakers.map((speaker) => speaker.preacher_id)]
  const { speakers: speaker, attachments: attachment } = LIBRARY_FIELDS
  const [unread] = readChapters(values.chapters).unread
  return {
    ...(state === 'scheduled' && publish_at === '' && { publish_at: t('library.publishAt.missing') }),
    ...(speakers.some(({ part }) => part.trim().length > speaker.of.part.max) && {
      speakers: problemMessage('tooLong', speaker.of.part, {}),
    }),
    ...(unread && { chapters: t('library.chapters.unread', { line: unread.line }) }),
    ...(new Set(heard).size < heard.length && { speakers: t('library.speakers.twice') }),
    ...(heard.slice(1).includes(0) && { speakers: t('library.speakers.missing') }),
    ...(attachments.some(({ title }) => title.trim().length > attachment.of.title.max) && {
      attachments: problemMessage('tooLong', attachment.of.title, {}),
    }),
    ...(attachments.some(({ title }) => title.trim() === '') && {
      attachments: t('library.attachments.untitled'),
    }),
  }
}

/** An attachment's first title: its file's name without the ending. */
export function titleOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return (name || fileName).slice(0, LIBRARY_FIELDS.attachments.of.title.max)
}
