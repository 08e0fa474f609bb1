import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import { EXPORT_RIGHTS } from '@vestry/contract/rules/export-rules.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { type ReactNode, useId } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formatAge } from '../api/church-day.ts'
import { askAndErase } from '../api/people/ask-and-erase.ts'
import { queryClient } from '../api/query-client.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FamilyFile } from '../exports/family-file.tsx'
import { LastChanged } from '../forms/last-changed.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { stillThere } from '../ui/is-hopeless.ts'
import { IconEraser, IconPencil } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { ContactLinks } from '../ui/people/contact-links.tsx'
import { FormLink } from '../ui/return-link.tsx'
import { PlannedAbsences } from './absences-card.tsx'
import { AttendanceStrip } from './attendance-strip.tsx'
import { findProfile } from './attendee-calls.ts'
import { AttendeeClasses } from './attendee-classes.tsx'
import { AttendeeComments } from './attendee-comments.tsx'
import { fullName, isAttendeeId } from './attendee-fields.ts'
import classes from './attendee-page.module.css'
import { ChildPhoto } from './child-photo.tsx'
import { FollowUpCard } from './follow-up-card.tsx'

/** A child's page: who it is, what to look out for, whom to call, and when it came. */
export function AttendeePage() {
  const { id = '' } = useParams()
  const { t } = useMessages()
  const toList = { label: t('attendees.form.toList'), to: paths.attendees }
  const known = isAttendeeId(id)
  const { data, error, refetch } = useQuery({ ...findProfile(Number(id)), enabled: known })
  const profile = { data: stillThere({ data, error }), error, refetch }
  if (!known) {
    return (
      <>
        <PageHeading title={t('attendees.page.title')} />
        <NotLoaded
          message={t('attendees.form.loadFailed')}
          failure={new Error(t('attendees.form.noNumber', { id }))}
          toList={toList}
        />
      </>
    )
  }
  return (
    <>
      {profile.data === undefined && <PageHeading title={t('attendees.page.title')} />}
      <LoadedRecord
        record={profile}
        choices={{}}
        failed={{ record: t('attendees.form.loadFailed'), choices: '' }}
        toList={toList}
        heights={[72, 60, 120, 120]}
      >
        {(loaded) => loaded && <Profile of={loaded} />}
      </LoadedRecord>
    </>
  )
}

function Profile({ of }: { of: AttendeeProfile }) {
  const { t } = useMessages()
  const { arranges, may } = useOwnRole()
  const born =
    of.birthdate === null
      ? t('attendees.noBirthDate')
      : t('attendees.page.born', { date: of.birthdate, age: formatAge(of) })
  const membership = t(
    of.is_member === CHURCH_MEMBER ? 'attendees.membership.member' : 'attendees.membership.guest',
  )
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <ChildPhoto of={of} />
        <div className={classes.who}>
          <PageHeading title={fullName(of)}>
            {may('children') && of.names_only !== true && (
              <Button
                component={FormLink}
                to={paths.editAttendee(of.id)}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t('attendees.list.edit')}
              </Button>
            )}
          </PageHeading>
          <p className={classes.about}>
            {of.names_only === true ? t('attendees.page.namesOnly') : `${born} · ${membership}`}
          </p>
        </div>
      </div>
      <div className={classes.care}>
        <CareNotes of={of} />
      </div>
      <div className={classes.cards}>
        {of.names_only !== true && (
          <Card title={t('attendees.column.parentContact')}>
            <p className={classes.contact}>
              <ContactLinks contact={of.parent_contact} none={t('attendees.notSpecified')} />
            </p>
          </Card>
        )}
        <Card title={t('attendees.page.attendance')}>
          <AttendanceStrip attendance={of.attendance} />
          <Link className={classes.report} to={paths.childReport(of.id)}>
            {t('attendees.page.report')}
          </Link>
        </Card>
        <Card title={t('attendees.page.classes')}>
          <AttendeeClasses of={of} />
          {!arranges && <p className={classes.hint}>{t('attendees.page.ownOnly')}</p>}
        </Card>
        {(arranges || of.classes.length > 0) && of.names_only !== true && (
          <Card title={t('attendees.followUp.title')}>
            <FollowUpCard key={of.id} child={of} />
          </Card>
        )}
        {of.names_only !== true && (
          <Card title={t('attendees.absences.title')}>
            <PlannedAbsences key={of.id} attendee_id={of.id} />
          </Card>
        )}
        {of.comments.length > 0 && (
          <Card title={t('attendees.page.comments')}>
            <AttendeeComments comments={of.comments} />
          </Card>
        )}
        {of.notes !== '' && (
          <Card title={t('attendees.form.notes')}>
            <p className={classes.notes}>{of.notes}</p>
          </Card>
        )}
        {may(EXPORT_RIGHTS) && (
          <div className={classes.family}>
            <Card title={t('attendees.family.title')}>
              <p>{t('attendees.family.text')}</p>
              <FamilyFile id={of.id} />
            </Card>
          </div>
        )}
        {may('administer') && <EraseCard of={of} />}
      </div>
      <LastChanged change={of.last_change} record={`attendee/${of.id}`} />
    </div>
  )
}

/** For administrators: removes everything about the child except numbers. */
function EraseCard({ of }: { of: AttendeeProfile }) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const leave = async () => {
    // This page must not load the child again.
    await queryClient.invalidateQueries({ refetchType: 'none' })
    await navigate(paths.attendees)
  }
  return (
    <div className={classes.family}>
      <Card title={t('attendees.erase.title')}>
        <p>{t('attendees.erase.text')}</p>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => void askAndErase({ id: of.id, name: fullName(of) }, leave)}
        >
          {t('attendees.erase.open')}
        </Button>
      </Card>
    </div>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
