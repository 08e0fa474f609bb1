import type { StaffGroup } from '@vestry/contract/calls/staff-groups.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { useMessages } from '../messages/use-messages.ts'

/** The groups that an invitation starts with. */
export function defaultGroups(groups: readonly StaffGroup[]): string[] {
  return groups.some(({ name }) => name === DEFAULT_ROLE) ? [DEFAULT_ROLE] : []
}

/** The groups to choose from, and those that the person is in although the pool no longer lists them. */
export function GroupFields(props: {
  id: string
  name: string
  groups: readonly StaffGroup[]
  chosen: readonly string[]
  error: string | undefined
  onBlur: () => void
  onChange: (chosen: string[]) => void
}) {
  const { t } = useMessages()
  const { chosen } = props
  const unlisted = chosen.filter((name) => !props.groups.some((group) => group.name === name))
  const groups = [...props.groups, ...unlisted.map((name) => ({ name, description: '' }))]
  return (
    <ChoiceFields
      {...props}
      legend={t('staff.form.groups')}
      choices={groups.map(({ name, description }) => ({
        value: name,
        label: name,
        detail: meaningOf(name) ?? description,
      }))}
      help={t('staff.form.groupsHelp')}
    />
  )

  /** The meaning of the two groups that Vestry itself knows. */
  function meaningOf(name: string): string | undefined {
    return name === 'Admins' || name === 'Teachers' ? t(`staff.group.${name}`) : undefined
  }
}
