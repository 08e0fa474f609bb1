import type { ComparedEntry } from '@vestry/contract/calls/merges.ts'
import type { MergeChoice } from '@vestry/contract/sunday-school/merged-fields.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { readValue } from './merge-choices.ts'

/** Says what an entry has in a field. */
export function useValueText(): (entry: ComparedEntry, name: MergeChoice) => string {
  const { t } = useMessages()
  return (entry, name) => {
    if (name === 'is_member') {
      const member = entry.is_member === CHURCH_MEMBER
      return t(member ? 'attendees.membership.member' : 'attendees.membership.guest')
    }
    const value = String(readValue(entry, name))
    if (value !== '') {
      return value
    }
    return t(
      name === 'photo'
        ? 'merge.noPhoto'
        : name === 'birthdate'
          ? 'attendees.noBirthDate'
          : 'attendees.notSpecified',
    )
  }
}
