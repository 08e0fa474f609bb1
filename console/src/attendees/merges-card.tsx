import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { churchMoment } from '../api/church-day.ts'
import { restoreDeleted } from '../api/trash/restore-deleted.ts'
import { FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconUsers } from '../ui/look/icons.ts'
import { FormLink } from '../ui/return-link.tsx'
import { formatDate } from '../ui/wall-clock.ts'
import { listMerges } from './merge-calls.ts'

/** Says which entries were merged into this one, for as long as that can be undone. */
export function MadeMerges({ of }: { of: Attendee }) {
  const { t, language } = useMessages()
  const { data = [] } = useQuery(listMerges(of.id))
  return data.map(({ record, name, merged, merged_by }) => (
    <FormNotice
      key={record}
      quiet
      text={t('attendees.merge.made', {
        name,
        date: formatDate(churchMoment(merged), language),
        by: merged_by,
      })}
      action={{ label: t('ui.undo'), run: () => void restoreDeleted(record, t('attendees.merge.undone')) }}
    />
  ))
}

/** The way to the other entry of a child who was entered twice. */
export function MergeLink({ of }: { of: Attendee }) {
  const { t } = useMessages()
  return (
    <>
      <p>{t('attendees.merge.text')}</p>
      <Button
        variant="default"
        component={FormLink}
        to={paths.merge(of.id)}
        leftSection={<IconUsers size={16} aria-hidden />}
      >
        {t('attendees.merge.open')}
      </Button>
    </>
  )
}
