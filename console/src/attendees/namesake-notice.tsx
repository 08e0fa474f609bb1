import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { useNavigate } from 'react-router'
import { FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { findNamesakes } from './attendee-calls.ts'
import { fullName } from './attendee-fields.ts'

const PAUSE_MS = 500

/** Points out that a child with the typed name is already in the list, and links to its entry. */
export function NamesakeNotice(props: { first_name: string; last_name: string }) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const [first] = useDebouncedValue(sanitize(props.first_name), PAUSE_MS)
  const [last] = useDebouncedValue(sanitize(props.last_name), PAUSE_MS)
  const { data: namesakes = [], isPlaceholderData } = useQuery({
    ...findNamesakes(first, last),
    enabled: first !== '' && last !== '',
  })
  const [one] = namesakes
  if (one === undefined || isPlaceholderData || first === '' || last === '') {
    return null
  }
  const known = namesakes.map((child) =>
    [
      fullName(child),
      child.birthdate !== null && t('attendees.namesake.born', { date: child.birthdate }),
      child.parent_contact,
    ]
      .filter((part) => part !== false && part !== '')
      .join(', '),
  )
  return (
    <FormNotice
      quiet
      text={t('attendees.namesake.known', { who: known.join('; ') })}
      action={
        namesakes.length === 1
          ? { label: t('attendees.namesake.open'), run: () => void navigate(paths.editAttendee(one.id)) }
          : undefined
      }
    />
  )
}
