import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'
import { confirm, showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { focusPage } from '../ui/focus-page.ts'
import { deleteGroup, listPeople, whyRefused } from './group-calls.ts'
import { SETTINGS } from './settings-calls.ts'

/** Asks, saying how many lose the group, and deletes it. */
export async function askAndDeleteGroup(queries: QueryClient, group: string): Promise<void> {
  try {
    const people = await queries.fetchQuery(listPeople)
    const count = people.filter(({ groups }) => groups.includes(group)).length
    const question = {
      title: t('groups.delete.title', { group }),
      message: t('groups.delete.count', { count }),
      ...(count > 0 && { detail: t('groups.delete.then') }),
      yes: t('ui.delete.yes'),
      no: t('ui.delete.no'),
      danger: true,
    }
    if (!(await confirm(question))) {
      return
    }
    await whileShowing(t('ui.progress.processing'), async () => {
      try {
        await deleteGroup(group)
      } finally {
        await queries.invalidateQueries({ queryKey: SETTINGS })
      }
    })
    focusPage()
    showNotice({ message: t('groups.deleted', { group }) })
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    const { reference } = error
    await showFailure(t('groups.notDeleted'), { message: whyRefused(group, error), reference })
  }
}
