import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ADMINS } from '@vestry/contract/rules/roles.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { SearchInput } from '../ui/list/search-input.tsx'
import { type GroupPerson, roleOfPerson, setMember, whyRefused } from './group-calls.ts'
import classes from './people-dialog.module.css'
import { SETTINGS } from './settings-calls.ts'

/** With more people than these there is a search. */
const SEARCHED_FROM = 9

/** Who is in a group: a tick puts somebody into it at once, and takes them out again. */
export function PeopleDialog(props: { group: string; people: readonly GroupPerson[]; onClose: () => void }) {
  const { group, people } = props
  const { t } = useMessages()
  const queries = useQueryClient()
  const id = useId()
  const [search, setSearch] = useState('')
  /** What was ticked and is not saved yet. */
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, boolean>>(new Map())
  const saving = useRef<Promise<void>>(Promise.resolve())

  const tick = async (person: GroupPerson, member: boolean) => {
    if (group === ADMINS && !(await confirmAdministrator(person, member))) {
      return
    }
    setUnsaved((now) => new Map(now).set(person.sub, member))
    saving.current = saving.current.then(() => save(person, member))
  }
  async function save(person: GroupPerson, member: boolean) {
    try {
      await setMember(queries, { group, person, member })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      void queries.invalidateQueries({ queryKey: SETTINGS })
      const { reference } = error
      const message = t('groups.notSaved', { name: person.name })
      await showFailure(message, { message: whyRefused(group, error), reference })
    } finally {
      // Unless it was ticked again since.
      setUnsaved(
        (now) => new Map([...now].filter(([sub, wanted]) => sub !== person.sub || wanted !== member)),
      )
    }
  }
  const words = searchKey(search).split(' ')
  const found = people.filter(({ name, email }) => {
    const key = searchKey(`${name} ${email}`)
    return words.every((word) => key.includes(word))
  })
  return (
    <DialogFrame labelledBy={id} onEscape={props.onClose} className={classes.frame}>
      <h2 id={id}>{t('groups.choose.title', { group })}</h2>
      <p className={classes.note}>{t('groups.choose.note')}</p>
      {people.length >= SEARCHED_FROM && (
        <SearchInput
          aria-label={t('groups.search')}
          placeholder={t('groups.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onClear={() => setSearch('')}
        />
      )}
      <div className={classes.people}>
        {found.map((person) => {
          const role = roleOfPerson(person)
          const isIn = person.groups.includes(group)
          return (
            <ChoiceBox
              key={person.sub}
              label={person.name}
              detail={
                isIn && role !== group
                  ? t('groups.actsAsFirst', { group: role })
                  : [person.name !== person.email && person.email, ...person.groups]
                      .filter((one) => one && one !== group)
                      .join(' · ')
              }
              checked={unsaved.get(person.sub) ?? isIn}
              onChange={(member) => void tick(person, member)}
            />
          )
        })}
        {found.length === 0 && <p className={classes.note}>{t('groups.nobody')}</p>}
      </div>
      <div className={classes.actions}>
        <Button data-first-focus onClick={props.onClose}>
          {t('groups.done')}
        </Button>
      </div>
    </DialogFrame>
  )
}

/** Whoever administers may do everything, so it takes more than a tick. */
function confirmAdministrator({ name }: GroupPerson, member: boolean): Promise<boolean> {
  return confirm({
    title: t(member ? 'groups.admin.give' : 'groups.admin.take', { name }),
    ...(member && { message: t('rights.admins') }),
    yes: t('ui.delete.yes'),
    no: t('ui.delete.no'),
  })
}
