import type { AttendeeImport } from '@vestry/contract/calls/attendee-imports.ts'
import { callApi } from '../api/call-api.ts'
import { askAndDo } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import type { Message } from '../ui/dialogs/dialogs.ts'
import { reloadAll } from './import-calls.ts'

/** Asks, undoes an import, and names the children who stay as they are. */
export function undoImport({
  id,
  file_name,
  of,
}: Pick<AttendeeImport, 'id' | 'file_name' | 'of'>): Promise<boolean> {
  return askAndDo({
    ask: async () => ({
      title: t('import.undo.question', { file: file_name }),
      message: t(of === 'attendance' ? 'import.undo.textMarks' : 'import.undo.text'),
    }),
    yes: t('import.undo.short'),
    no: t('ui.dialog.cancel'),
    danger: true,
    running: t('import.undo.running'),
    work: async (): Promise<Message | string> => {
      const { kept, kept_families = [] } = await callApi('POST /attendees/imports/undo', {
        body: { import_id: id },
      })
      const count = kept.length
      const details = [
        count > 0 && t(of === 'attendance' ? 'import.undo.keptMarks' : 'import.undo.kept', { count }),
        ...kept.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
        kept_families.length > 0 && t('import.undo.keptFamilies', { count: kept_families.length }),
        ...kept_families.map(({ name }) => name),
      ].filter((detail) => detail !== false)
      if (details.length === 0) {
        return t('import.undo.done')
      }
      return { status: 'warning', message: t('import.undo.done'), details }
    },
    reload: reloadAll,
    failed: t('import.undo.failed'),
  })
}
