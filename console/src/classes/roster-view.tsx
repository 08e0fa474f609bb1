import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { Roster } from '@vestry/contract/calls/rosters.ts'
import { useRef, useState } from 'react'
import { formatAge } from '../api/church-day.ts'
import { FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { IconUsers, IconUsersPlus } from '../ui/look/icons.ts'
import { SearchList } from '../ui/people/search-list.tsx'
import { useSearchState } from '../ui/people/search-list-state.ts'
import { findAttendees } from './classes-calls.ts'
import { MissLimit } from './miss-limit.tsx'
import { RosterAges } from './roster-ages.tsx'
import { listedName } from './roster-names.ts'
import { RosterSelection } from './roster-selection.tsx'
import { RosterSeveral } from './roster-several.tsx'
import { RosterTable } from './roster-table.tsx'
import classes from './roster-view.module.css'
import { useRosterChanges } from './use-roster-changes.ts'

const ON_A_PAGE = 10

const idOf = ({ id }: Attendee) => id

/**
 * The roster with its actions: adding one child found by name, or several at once, and those for the chosen children.
 */
export function RosterView({ roster }: { roster: Roster }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const changes = useRosterChanges(roster.series_id)
  const { attendees } = roster
  const enrolled = new Set(attendees.map(({ id }) => id))
  const chosen = attendees.filter(({ id }) => marked.has(id))

  const find = async (text: string, page: number) => {
    const { results, totalCount, totalExceeded } = await queries.fetchQuery(
      findAttendees(text, page, ON_A_PAGE),
    )
    return { rows: results, total: totalCount, totalExceeded }
  }
  const search = useSearchState({ find, keyOf: idOf })
  const afterwards = async (work: Promise<boolean>) => {
    const rest = chosen.length < attendees.length ? table : addButton
    if (await work) {
      setMarked(new Set())
      rest.current?.focus()
    }
  }
  const closeSeveral = () => {
    setAdding(false)
    addButton.current?.focus()
  }
  return (
    <div className={classes.screen}>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchList<Attendee>
            label={t('classes.roster.search')}
            placeholder={t('classes.roster.placeholder')}
            search={search}
            keyOf={idOf}
            nameOf={listedName}
            draw={(child) => <FoundChild child={child} enrolled={enrolled.has(child.id)} />}
            action={t('classes.roster.add')}
            onAct={(child) => void changes.add([child])}
          />
        </div>
        <Button
          ref={addButton}
          className={classes.several}
          variant="default"
          leftSection={<IconUsersPlus size={16} aria-hidden />}
          aria-expanded={adding}
          aria-controls="roster-several"
          onClick={() => setAdding((now) => !now)}
        >
          {t('classes.roster.several')}
        </Button>
      </div>
      <div id="roster-several" hidden={!adding}>
        {adding && (
          <RosterSeveral
            series_id={roster.series_id}
            enrolled={enrolled}
            onClose={closeSeveral}
            onAdd={async (children) => {
              if (await changes.add(children)) {
                closeSeveral()
              }
            }}
          />
        )}
      </div>
      {changes.notice !== undefined && (
        <FormNotice text={changes.notice.text} action={changes.notice.action} />
      )}
      {attendees.length === 0 ? (
        <ListNotice
          icon={<IconUsers size={32} stroke={1.5} aria-hidden />}
          title={t('classes.roster.empty')}
          text={t('classes.roster.emptyText')}
        >
          {!adding && (
            <Button
              variant="default"
              onClick={() => {
                setAdding(true)
                addButton.current?.focus()
              }}
            >
              {t('classes.roster.several')}
            </Button>
          )}
        </ListNotice>
      ) : (
        <div ref={table} tabIndex={-1} className={classes.table}>
          <div className={classes.count}>
            <p>{t('classes.roster.count', { count: attendees.length })}</p>
            {attendees.length > 1 && (
              <RosterAges series_id={roster.series_id} attendees={attendees} onSelect={setMarked} />
            )}
          </div>
          <RosterTable attendees={attendees} marked={marked} onMark={setMarked} />
          {chosen.length > 0 && (
            <RosterSelection
              series_id={roster.series_id}
              count={chosen.length}
              onRemove={() => void afterwards(changes.remove(chosen))}
              onMove={(to) => void afterwards(changes.move(chosen, to))}
              onClear={() => {
                setMarked(new Set())
                table.current?.focus()
              }}
            />
          )}
        </div>
      )}
      <MissLimit roster={roster} />
    </div>
  )
}

function FoundChild({ child, enrolled }: { child: Attendee; enrolled: boolean }) {
  const { t } = useMessages()
  const about = [formatAge(child), child.parent_contact, enrolled ? t('classes.roster.already') : '']
  return (
    <>
      {listedName(child)}
      <span className={classes.about}>{about.filter((text) => text !== '').join(' · ')}</span>
    </>
  )
}
