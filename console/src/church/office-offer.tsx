import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { OFFICE, OFFICE_RIGHTS } from '@vestry/contract/rules/group-rules.ts'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { addGroup, whyRefused } from './group-calls.ts'
import classes from './rights-page.module.css'
import { SETTINGS } from './settings-calls.ts'

/** Offers a group for the church's office, with what it needs. */
export function OfficeOffer({ onAdded }: { onAdded: () => void }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const add = async () => {
    try {
      await whileShowing(t('ui.progress.saving'), async () => {
        try {
          await addGroup(OFFICE, OFFICE_RIGHTS)
          onAdded()
        } finally {
          await queries.invalidateQueries({ queryKey: SETTINGS })
        }
      })
      showNotice({ message: t('groups.added', { group: OFFICE }) })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      const { reference } = error
      await showFailure(t('groups.notAdded'), { message: whyRefused(OFFICE, error), reference })
    }
  }
  return (
    <section className={`${classes.card} ${classes.offer}`} aria-labelledby="office-offer">
      <h2 id="office-offer">{t('groups.office')}</h2>
      <p className={classes.help}>{t('groups.office.help')}</p>
      <div className={classes.actions}>
        <Button variant="default" size="sm" onClick={() => void add()}>
          {t('groups.office.add')}
        </Button>
      </div>
    </section>
  )
}
