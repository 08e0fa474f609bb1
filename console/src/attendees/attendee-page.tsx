import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import { EXPORT_RIGHTS } from '@vestry/contract/rules/export-rules.ts'
import { MERGE_RIGHTS } from '@vestry/contract/rules/merge-rules.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { formatAge } from '../api/church-day.ts'
import { askAndErase } from '../api/people/ask-and-erase.ts'
import { queryClient } from '../api/query-client.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FamilyFile } from '../exports/family-file.tsx'
import { LastChanged } from '../forms/last-changed.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { stillThere } from '../ui/is-hopeless.ts'
import { lateCode, latePart } from '../ui/late-code.tsx'
import { IconEraser, IconPencil } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { ContactLinks } from '../ui/people/contact-links.tsx'
import { FormLink } from '../ui/return-link.tsx'
import { useChurch } from '../ui/use-church.ts'
import { PlannedAbsences } from './absences-card.tsx'
import { AttendanceStrip } from './attendance-strip.tsx'
import { findProfile } from './attendee-calls.ts'
import { AttendeeClasses } from './attendee-classes.tsx'
import { AttendeeComments } from './attendee-comments.tsx'
import { fullName, isAttendeeId } from './attendee-fields.ts'
import classes from './attendee-page.module.css'
import { ChildPhoto } from './child-photo.tsx'
import { FollowUpCard } from './follow-up-card.tsx'
import { MadeMerges, MergeLink } from './merges-card.tsx'
import { ProfileCard } from './profile-card.tsx'

const ChildFamilies = latePart(
  lateCode(async () => {
    const [code] = await Promise.all([import('./child-families.tsx'), loadMessages('families')])
    return code.ChildFamilies
  }),
)

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
  const { families } = useChurch()
  const mayMerge = may(MERGE_RIGHTS) && of.names_only !== true
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
      {mayMerge && (
        <div className={classes.merges}>
          <MadeMerges of={of} />
        </div>
      )}
      <div className={classes.care}>
        <CareNotes of={of} />
      </div>
      <div className={classes.cards}>
        {of.names_only !== true && (
          <ProfileCard title={t('attendees.column.parentContact')}>
            <p className={classes.contact}>
              <ContactLinks contact={of.parent_contact} none={t('attendees.notSpecified')} />
            </p>
          </ProfileCard>
        )}
        {families && of.names_only !== true && <ChildFamilies key={of.id} of={of} />}
        <ProfileCard title={t('attendees.page.attendance')}>
          <AttendanceStrip attendance={of.attendance} />
          <Link className={classes.report} to={paths.childReport(of.id)}>
            {t('attendees.page.report')}
          </Link>
        </ProfileCard>
        <ProfileCard title={t('attendees.page.classes')}>
          <AttendeeClasses of={of} />
          {!arranges && <p className={classes.hint}>{t('attendees.page.ownOnly')}</p>}
        </ProfileCard>
        {(arranges || of.classes.length > 0) && of.names_only !== true && (
          <ProfileCard title={t('attendees.followUp.title')}>
            <FollowUpCard key={of.id} child={of} />
          </ProfileCard>
        )}
        {of.names_only !== true && (
          <ProfileCard title={t('attendees.absences.title')}>
            <PlannedAbsences key={of.id} attendee_id={of.id} />
          </ProfileCard>
        )}
        {of.comments.length > 0 && (
          <ProfileCard title={t('attendees.page.comments')}>
            <AttendeeComments comments={of.comments} />
          </ProfileCard>
        )}
        {of.notes !== '' && (
          <ProfileCard title={t('attendees.form.notes')}>
            <p className={classes.notes}>{of.notes}</p>
          </ProfileCard>
        )}
        {may(EXPORT_RIGHTS) && (
          <div className={classes.family}>
            <ProfileCard title={t('attendees.family.title')}>
              <p>{t('attendees.family.text')}</p>
              <FamilyFile id={of.id} />
            </ProfileCard>
          </div>
        )}
        {mayMerge && (
          <div className={classes.family}>
            <ProfileCard title={t('attendees.merge.title')}>
              <MergeLink of={of} />
            </ProfileCard>
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
      <ProfileCard title={t('attendees.erase.title')}>
        <p>{t('attendees.erase.text')}</p>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => void askAndErase({ id: of.id, name: fullName(of) }, leave)}
        >
          {t('attendees.erase.open')}
        </Button>
      </ProfileCard>
    </div>
  )
}
