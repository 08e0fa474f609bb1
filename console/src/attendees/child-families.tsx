import { useQuery } from '@tanstack/react-query'
import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import type { ChildFamilies as Known, Safeguarding } from '@vestry/contract/calls/families.ts'
import { useState } from 'react'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { findChildFamilies } from './collecting-calls.ts'
import { CollectingForm } from './collecting-form.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SafeguardingForm } from './safeguarding-form.tsx'
import { useCollecting } from './use-collecting.ts'

/** Whose child this is, who collects it, and what few may read of it. */
export function ChildFamilies({ of }: { of: AttendeeProfile }) {
  const { t } = useMessages()
  const { data, isError } = useQuery(findChildFamilies(of.id))
  if (data === undefined) {
    return (
      <ProfileCard title={t('families.child.title')}>
        {isError && <p>{t('families.child.notLoaded')}</p>}
      </ProfileCard>
    )
  }
  return <Loaded key={of.id} of={of} known={data} />
}

function Loaded({ of, known }: { of: AttendeeProfile; known: Known }) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const [secret, setSecret] = useState<Safeguarding>()
  const collecting = useCollecting(known, (from, to) =>
    setSecret((now) => now && { ...now, version: now.version === from ? to : now.version }),
  )
  return (
    <>
      <ProfileCard title={t('families.child.title')}>
        <CollectingForm of={of} collecting={collecting} mayChange={may('children')} />
      </ProfileCard>
      {may('safeguarding') && (
        <ProfileCard title={t('families.child.safeguarding')}>
          <SafeguardingForm
            known={known}
            secret={secret}
            mayChange={may('children')}
            onRead={setSecret}
            onSaved={collecting.follow}
          />
        </ProfileCard>
      )}
    </>
  )
}
