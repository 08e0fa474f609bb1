import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { FormLink } from '../ui/return-link.tsx'
import { type GroupPerson, roleOfPerson } from './group-calls.ts'
import { PeopleDialog } from './people-dialog.tsx'
import classes from './rights-page.module.css'

/** So many are named on a card. */
const NAMED = 8

/** Who is in a group, each a link to them, and the way to choose others. */
export function GroupPeople({
  group,
  people,
  children,
}: {
  group: string
  people: readonly GroupPerson[]
  /** What else can be done with the group. */
  children?: ReactNode
}) {
  const { t } = useMessages()
  const [isChoosing, setIsChoosing] = useState(false)
  const members = people.filter(({ groups }) => groups.includes(group))
  const named = members.length > NAMED + 1 ? members.slice(0, NAMED) : members
  return (
    <>
      <div className={classes.members}>
        <h3>{t('groups.people', { count: members.length })}</h3>
        <Button variant="default" size="sm" onClick={() => setIsChoosing(true)}>
          {t('groups.choose')}
        </Button>
      </div>
      {named.length > 0 && (
        <ul className={classes.people}>
          {named.map((person) => (
            <li key={person.sub}>
              <FormLink to={paths.editStaff(person.sub)}>
                {person.name}
                {roleOfPerson(person) !== group && (
                  <span>{t('groups.actsAs', { group: roleOfPerson(person) })}</span>
                )}
              </FormLink>
            </li>
          ))}
        </ul>
      )}
      {named.length < members.length && (
        <p className={classes.help}>{t('groups.morePeople', { count: members.length - named.length })}</p>
      )}
      {children !== undefined && children !== false && <div className={classes.actions}>{children}</div>}
      {isChoosing && <PeopleDialog group={group} people={people} onClose={() => setIsChoosing(false)} />}
    </>
  )
}
