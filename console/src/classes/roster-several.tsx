import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useState } from 'react'
import { formatAge } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import labels from '../ui/forms/field-labels.module.css'
import { ListPager } from '../ui/list/list-pager.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import { AgeInputs, NO_AGES, type TypedAges } from './age-inputs.tsx'
import { type AgeRange, findAttendees, findRoster, listSeries } from './classes-calls.ts'
import { listedName } from './roster-names.ts'
import classes from './roster-several.module.css'

const ON_A_PAGE = 20
const TYPING_MS = 300

/**
 * Attendees to choose from, page by page: all, those that a search finds, those of an age, or those of another class.
 * The choice is kept through all of that.
 */
export function RosterSeveral(props: {
  series_id: number
  enrolled: ReadonlySet<number>
  onAdd: (children: Attendee[]) => Promise<void>
  onClose: () => void
}) {
  const { t, language } = useMessages()
  const { enrolled } = props
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Attendee>>(new Map())
  const [from, setFrom] = useState(0)
  const [ages, setAges] = useState(NO_AGES)
  const [typed] = useDebouncedValue(ages, TYPING_MS)
  const series = useQuery(listSeries)
  const everybody = useQuery({
    ...findAttendees(search, page, ON_A_PAGE, rangeOf(typed)),
    placeholderData: keepPreviousData,
    enabled: from === 0,
  })
  const roster = useQuery({
    ...findRoster(from),
    // Never shows the children of another class, not even for a moment.
    placeholderData: () => undefined,
    enabled: from !== 0,
  })
  const { error, isPlaceholderData, refetch } = from === 0 ? everybody : roster
  const data:
    | { results: readonly Attendee[]; totalCount: number; totalExceeded?: true | undefined }
    | undefined =
    from === 0
      ? everybody.data
      : roster.data && { results: roster.data.attendees, totalCount: roster.data.attendees.length }
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
      <div className={`${classes.sources} ${labels.fields}`}>
        <NativeSelect
          label={t('classes.roster.from')}
          value={String(from)}
          onChange={(event) => setFrom(Number(event.currentTarget.value))}
          data={[
            { value: '0', label: t('classes.roster.from.all') },
            ...(series.data ?? [])
              .filter(({ id, enrolled }) => id !== props.series_id && enrolled > 0)
              .map(({ id, title, first }) => ({
                value: String(id),
                label: t('classes.roster.series', { title, date: formatWallClock(first, language) }),
              })),
          ]}
        />
        {from === 0 && (
          <AgeInputs
            ages={ages}
            onType={(typed) => {
              setAges((now) => ({ ...now, ...typed }))
              setPage(1)
            }}
          />
        )}
      </div>
      {from === 0 && (
        <ListSearch
          placeholder={t('classes.roster.placeholder')}
          applied={search}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
      )}
      {error !== null && (
        <ErrorBox
          message={t('classes.roster.attendeesFailed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      {data?.totalCount === 0 && !isPlaceholderData && <p>{t('classes.roster.nobody')}</p>}
      {data !== undefined && data.totalCount > 0 && (
        <>
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={all}
              disabled={free.length === 0 || isPlaceholderData}
              onChange={() => choose(free, !all)}
            />
            <span className={classes.all}>
              {t(from === 0 ? 'classes.roster.allOnPage' : 'classes.roster.allOfClass')}
            </span>
          </label>
          <ul className={classes.choices} aria-busy={isPlaceholderData}>
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
          {from === 0 && (
            <ListPager
              page={page}
              pageSize={ON_A_PAGE}
              totalCount={data.totalCount}
              totalExceeded={data.totalExceeded}
              onTurn={(by, last) => setPage((now) => Math.min(Math.max(now + by, 1), last))}
            />
          )}
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

function rangeOf({ age_from, age_to }: TypedAges): AgeRange {
  return {
    ...(age_from !== '' && { age_from: Math.min(Number(age_from), MAX_AGE) }),
    ...(age_to !== '' && { age_to: Math.min(Number(age_to), MAX_AGE) }),
  }
}

const MAX_AGE = 120

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
