import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconUsers } from '../ui/look/icons.ts'
import { listDuplicates } from './merge-calls.ts'

/** Leads to the children who may be in the list twice, if there are any. */
export function DuplicatesLink() {
  const { t } = useMessages()
  const { data } = useQuery(listDuplicates)
  const count = data?.pairs.length ?? 0
  if (count === 0) {
    return null
  }
  return (
    <Button
      variant="default"
      component={Link}
      to={paths.duplicates}
      leftSection={<IconUsers size={16} aria-hidden />}
    >
      {t(data?.more === true ? 'attendees.duplicates.many' : 'attendees.duplicates.link', { count })}
    </Button>
  )
}
