import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/attendees.ts'
import { useState } from 'react'
import { formatAge } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { ListPager } from '../ui/list-pager.tsx'
import { ListSearch } from '../ui/list-search.tsx'
import { findAttendees } from './classes-calls.ts'
import { listedName } from './roster-names.ts'
import classes from './roster-several.module.css'

const ON_A_PAGE = 20

/** All attendees page by page, or those that a search finds, to choose from. The choice outlives page and search. */
export function RosterSeveral(props: {
  enrolled: ReadonlySet<number>
  onAdd: (children: Attendee[]) => Promise<void>
  onClose: () => void
}) {
  const { t } = useMessages()
  const { enrolled } = props
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Attendee>>(new Map())
  const { data, error, refetch } = useQuery(findAttendees(search, page, ON_A_PAGE))
  const free = (data?.results ?? []).filter(({ id }) => !enrolled.has(id))
  const all = free.length > 0 && free.every(({ id }) => chosen.has(id))

  const choose = (children: readonly Attendee[], wanted: boolean) => {
    setChosen((now) => {
      const next = new Map(now)
      for (const child of children) {
        if (wanted) {
          next.set(child.id, child)
        } else {
          next.delete(child.id)
        }
      }
      return next
    })
  }
  return (
    <section className={classes.panel} aria-label={t('classes.roster.several')}>
      <ListSearch
        placeholder={t('classes.roster.placeholder')}
        applied={search}
        onSearch={(text) => {
          setSearch(text)
          setPage(1)
        }}
      />
      {error !== null && (
        <ErrorBox
          message={t('classes.roster.attendeesFailed')}
          detail={error.message}
          failure={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.totalCount === 0 && <p>{t('classes.roster.nobody')}</p>}
      {data !== undefined && data.totalCount > 0 && (
        <>
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={all}
              disabled={free.length === 0}
              onChange={() => choose(free, !all)}
            />
            <span className={classes.all}>{t('classes.roster.allOnPage')}</span>
          </label>
          <ul className={classes.choices}>
            {data.results.map((child) => (
              <li key={child.id}>
                <Choice
                  child={child}
                  enrolled={enrolled.has(child.id)}
                  chosen={chosen.has(child.id)}
                  onChoose={(wanted) => choose([child], wanted)}
                />
              </li>
            ))}
          </ul>
          <ListPager
            page={page}
            pageSize={ON_A_PAGE}
            totalCount={data.totalCount}
            totalExceeded={data.totalExceeded}
            onTurn={(by, last) => setPage((now) => Math.min(Math.max(now + by, 1), last))}
          />
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onClose}>
          {t('ui.dialog.cancel')}
        </Button>
        <Button disabled={chosen.size === 0} onClick={() => void props.onAdd([...chosen.values()])}>
          {t('classes.roster.addSeveral', { count: chosen.size })}
        </Button>
      </div>
    </section>
  )
}

function Choice(props: {
  child: Attendee
  enrolled: boolean
  chosen: boolean
  onChoose: (wanted: boolean) => void
}) {
  const { t } = useMessages()
  const { child, enrolled } = props
  const about = [formatAge(child), child.parent_contact, enrolled ? t('classes.roster.already') : '']
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={enrolled || props.chosen}
        disabled={enrolled}
        onChange={(event) => props.onChoose(event.currentTarget.checked)}
      />
      <span>
        {listedName(child)}
        <span className={classes.about}> {about.filter((text) => text !== '').join(' · ')}</span>
      </span>
    </label>
  )
}
