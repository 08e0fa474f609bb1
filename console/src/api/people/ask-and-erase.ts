import { loadMessages, t } from '../../messages/messages.ts'
import { callApi } from '../call-api.ts'
import { askAndDo } from '../trash/ask-and-delete.ts'

/**
 * Asks for the child's name to be typed, and erases the child for good, also from the trash. Returns whether it is
 * gone.
 */
export async function askAndErase(
  { id, name }: { id: number; name: string },
  reload: () => Promise<unknown>,
): Promise<boolean> {
  await loadMessages('forms')
  return await askAndDo({
    ask: async () => ({
      title: t('erase.question', { name }),
      message: t('erase.goes'),
      detail: t('erase.stays'),
      match: { label: t('erase.type', { name }), text: name, wrong: t('erase.wrong') },
    }),
    yes: t('erase.yes'),
    no: t('erase.no'),
    danger: true,
    running: t('erase.running'),
    work: async () => {
      await callApi('POST /attendees/erase', { body: { attendee_id: id } })
      return t('erase.done')
    },
    reload,
    failed: t('erase.failed'),
  })
}
