import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { FAMILY_FIELDS } from '@vestry/contract/sunday-school/family-record.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { SearchList } from '../ui/people/search-list.tsx'
import { useSearchState } from '../ui/people/search-list-state.ts'
import { type ChosenChild, findChosenChild, searchChildren } from './family-calls.ts'
import classes from './family-form.module.css'
import { fullName } from './family-form-fields.ts'
import type { FamilyFormState } from './use-family-form.ts'

const idOf = ({ id }: Attendee) => id

/** The children of a family, and a search that finds more; `known` came with the family. */
export function FamilyChildren({ form, known }: { form: FamilyFormState; known: readonly ChosenChild[] }) {
  const { t } = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const { children } = form.values
  const { error } = form.field('children')
  const find = async (text: string, page: number) => {
    const found = await searchChildren(text, page)
    const rows = found.rows.filter(({ id }) => !form.valuesNow().children.includes(id))
    return { ...found, rows, total: found.total - (found.rows.length - rows.length) }
  }
  const search = useSearchState({ find, keyOf: idOf })
  const add = (child: Attendee) => {
    queryClient.setQueryData(findChosenChild(child.id).queryKey, child)
    form.change('children', (now) => (now.includes(child.id) ? now : [...now, child.id]))
    search.type('')
  }
  const remove = (id: number) => {
    form.change('children', (now) => now.filter((one) => one !== id))
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className={classes.children}>
      {children.length > 0 && (
        <ul>
          {children.map((id) => (
            <Child
              key={id}
              id={id}
              known={known.find((child) => child.id === id)}
              onRemove={() => remove(id)}
            />
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {children.length < FAMILY_FIELDS.children.max && (
        <SearchList<Attendee>
          label={t('families.page.form.searchChildren')}
          placeholder={t('families.page.form.placeholder')}
          search={search}
          keyOf={idOf}
          nameOf={fullName}
          draw={(child) => <FoundChild child={child} />}
          action={t('families.page.form.addChild')}
          onAct={add}
        />
      )}
    </div>
  )
}

function Child(props: { id: number; known: ChosenChild | undefined; onRemove: () => void }) {
  const { t } = useMessages()
  const { id, known } = props
  const { data, error } = useQuery({ ...findChosenChild(id), enabled: known === undefined })
  const child = known ?? data
  const missing = t(error === null ? 'families.page.form.loading' : 'families.page.form.childGone')
  const name = child === undefined ? missing : fullName(child)
  return (
    <li>
      {child === undefined ? <span>{name}</span> : <Link to={paths.attendee(id)}>{name}</Link>}
      <span className={classes.about}>{child?.birthdate}</span>
      <CloseButton
        className={classes.close ?? ''}
        aria-label={t('families.page.form.removeChild', { name })}
        onClick={props.onRemove}
      />
    </li>
  )
}

function FoundChild({ child }: { child: Attendee }) {
  const about = [child.birthdate, child.parent_contact]
  return (
    <>
      {fullName(child)}
      <span className={classes.found}>
        {about.filter((part) => part !== null && part !== '').join(' · ')}
      </span>
    </>
  )
}
