import { useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useLocation, useNavigate } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { SearchList } from '../ui/people/search-list.tsx'
import { useSearchState } from '../ui/people/search-list-state.ts'
import { listAttendees } from './attendee-calls.ts'
import { fullName } from './attendee-fields.ts'
import classes from './merge-page.module.css'

const ON_A_PAGE = 10

const idOf = ({ id }: Attendee) => id

/** Finds the other entry of a child by its name or contact. */
export function ChooseEntry({ of }: { of: Attendee }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const find = async (search: string, page: number) => {
    const { results, totalCount, totalExceeded } = await queries.fetchQuery(
      listAttendees({ search, limit: ON_A_PAGE, offset: (page - 1) * ON_A_PAGE, direction: 'ASC' }),
    )
    const others = results.filter(({ id }) => id !== of.id)
    return { rows: others, total: totalCount - (results.length - others.length), totalExceeded }
  }
  const search = useSearchState({ find, keyOf: idOf })
  return (
    <>
      <p className={classes.intro}>{t('merge.choose.text', { name: fullName(of) })}</p>
      <div className={classes.search}>
        <SearchList<Attendee>
          label={t('merge.choose.label')}
          placeholder={t('merge.choose.placeholder')}
          search={search}
          keyOf={idOf}
          nameOf={fullName}
          draw={(child) => <FoundEntry child={child} />}
          action={t('merge.choose.action')}
          onAct={({ id }) => void navigate(paths.merge(of.id, id), { state })}
        />
      </div>
    </>
  )
}

function FoundEntry({ child }: { child: Attendee }) {
  const about = [child.birthdate, child.parent_contact]
  return (
    <>
      {fullName(child)}
      <span className={classes.about}>
        {about.filter((part) => part !== null && part !== '').join(' · ')}
      </span>
    </>
  )
}
