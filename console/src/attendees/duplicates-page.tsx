import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { Link } from 'react-router'
import { useSmallPhotos } from '../api/people/small-photos.ts'
import { FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { notLoadedMessage } from '../ui/is-hopeless.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { IconUsers } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { Face } from '../ui/people/face.tsx'
import { FormLink } from '../ui/return-link.tsx'
import { fullName } from './attendee-fields.ts'
import classes from './duplicates-page.module.css'
import { listDuplicates } from './merge-calls.ts'

/** Who is in the list twice, probably: pair by pair, each a tap from being compared. */
export function DuplicatesPage() {
  const { t } = useMessages()
  const { data, error, refetch } = useQuery(listDuplicates)
  const smallOf = useSmallPhotos(data?.pairs.flatMap(({ children }) => children))
  return (
    <>
      <PageHeading title={t('merge.duplicates')} />
      {data === undefined && error !== null && (
        <ErrorBox
          message={t('merge.duplicates.failed')}
          detail={notLoadedMessage(error)}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      {data === undefined && error === null && <FormSkeleton heights={[24, 96, 96, 96]} />}
      {data?.pairs.length === 0 && (
        <ListNotice
          icon={<IconUsers size={32} stroke={1.5} aria-hidden />}
          title={t('merge.duplicates.none')}
          text={t('merge.duplicates.noneText')}
        >
          <Button variant="default" component={Link} to={paths.attendees}>
            {t('attendees.form.toList')}
          </Button>
        </ListNotice>
      )}
      {data !== undefined && data.pairs.length > 0 && (
        <>
          <p className={classes.intro}>{t('merge.duplicates.text')}</p>
          <ul className={classes.pairs}>
            {data.pairs.map(({ children: [one, other], why }) => (
              <li key={`${one.id} ${other.id}`}>
                <Entry of={one} picture={smallOf(one)} />
                <Entry of={other} picture={smallOf(other)} />
                <span className={classes.why}>{t(`merge.duplicates.why.${why}`)}</span>
                <Button
                  variant="default"
                  component={FormLink}
                  to={paths.merge(one.id, other.id)}
                  aria-label={t('merge.duplicates.compareBoth', {
                    one: fullName(one),
                    other: fullName(other),
                  })}
                >
                  {t('merge.duplicates.compare')}
                </Button>
              </li>
            ))}
          </ul>
          {data.more && <p className={classes.intro}>{t('merge.duplicates.more')}</p>}
        </>
      )}
    </>
  )
}

function Entry({ of, picture }: { of: Attendee; picture: string | undefined }) {
  const { t } = useMessages()
  const about = [of.birthdate ?? t('attendees.noBirthDate'), of.parent_contact]
  return (
    <div className={classes.entry}>
      <Face of={of} picture={picture} />
      <div>
        <Link to={paths.attendee(of.id)}>{fullName(of)}</Link>
        <p>{about.filter((part) => part !== '').join(' · ')}</p>
      </div>
    </div>
  )
}
