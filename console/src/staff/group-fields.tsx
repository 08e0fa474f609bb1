import { DEFAULT_ROLE } from '@vestry/contract/roles.ts'
import type { StaffGroup } from '@vestry/contract/staff-accounts.ts'
import { useMessages } from '../messages/use-messages.ts'
import classes from './group-fields.module.css'

/** The groups that an invitation starts with. */
export function defaultGroups(groups: readonly StaffGroup[]): string[] {
  return groups.some(({ name }) => name === DEFAULT_ROLE) ? [DEFAULT_ROLE] : []
}

/** The groups to choose from, and those that the person is in though the pool no longer lists them. */
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
  const { id, error, chosen } = props
  const unlisted = chosen.filter((name) => !props.groups.some((group) => group.name === name))
  const groups = [...props.groups, ...unlisted.map((name) => ({ name, description: '' }))]
  const choose = (name: string, wanted: boolean) =>
    props.onChange(wanted ? [...chosen, name] : chosen.filter((one) => one !== name))
  return (
    <fieldset className={classes.groups} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{t('staff.form.groups')}</legend>
      {groups.map(({ name, description }, index) => (
        <label key={name}>
          <input
            id={index === 0 ? id : undefined}
            name={props.name}
            type="checkbox"
            checked={chosen.includes(name)}
            onBlur={props.onBlur}
            onChange={(event) => choose(name, event.currentTarget.checked)}
          />
          <span>{name}</span>
          <span className={classes.detail}>{meaningOf(name) ?? description}</span>
        </label>
      ))}
      <p className={classes.help}>{t('staff.form.groupsHelp')}</p>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )

  /** What the two groups mean that Vestry itself knows. */
  function meaningOf(name: string): string | undefined {
    return name === 'Admins' || name === 'Teachers' ? t(`staff.group.${name}`) : undefined
  }
}
