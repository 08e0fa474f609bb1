import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OFFICE } from '@vestry/contract/rules/group-rules.ts'
import { heldRights } from '@vestry/contract/rules/rights.ts'
import { ADMINS } from '@vestry/contract/rules/roles.ts'
import { useState } from 'react'
import { runtimeConfig } from '../console-config.ts'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconUsersPlus } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { AddGroupDialog } from './add-group-dialog.tsx'
import { listGroups, listPeople } from './group-calls.ts'
import { GroupCard } from './group-card.tsx'
import { GroupPeople } from './group-people.tsx'
import { OfficeOffer } from './office-offer.tsx'
import classes from './rights-page.module.css'
import { findSettings, type Settings } from './settings-calls.ts'

/** Who may do what: the groups, what each may do in plain sentences, and who is in it. */
export function RightsPage() {
  const { t } = useMessages()
  const settings = useQuery(findSettings)
  const groups = useQuery(listGroups)
  const people = useQuery(listPeople)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<string>()
  const failed = t('settings.loadFailed')
  return (
    <div className={classes.page}>
      <PageHeading title={t('shell.page.rights')}>
        <Button leftSection={<IconUsersPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t('groups.add')}
        </Button>
      </PageHeading>
      <p className={classes.intro}>{t('rights.intro')}</p>
      <LoadedRecord
        record={settings}
        choices={{ groups, people }}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('shell.page.settings'), to: paths.settings }}
        heights={[80, 240, 240]}
      >
        {(record, choices) => {
          const names = namesOf(choices.groups, record?.rights ?? {})
          return (
            record && (
              <div className={classes.cards}>
                <section className={classes.card} aria-labelledby="administrators">
                  <h2 id="administrators">{ADMINS}</h2>
                  <p className={classes.help}>{t('rights.admins')}</p>
                  <GroupPeople group={ADMINS} people={choices.people} />
                </section>
                {names.map((group) => (
                  <GroupCard
                    key={group}
                    group={group}
                    held={heldRights(group, record.rights)}
                    people={choices.people}
                    isInPool={choices.groups.some(({ name }) => name === group)}
                    isNew={group === added}
                  />
                ))}
                {!names.some((name) => name.toLowerCase() === OFFICE.toLowerCase()) && (
                  <OfficeOffer onAdded={() => setAdded(OFFICE)} />
                )}
              </div>
            )
          )
        }}
      </LoadedRecord>
      {isAdding && <AddGroupDialog onAdded={setAdded} onClose={() => setIsAdding(false)} />}
    </div>
  )
}

/**
 * The groups in the order in which they count, and those that are only known by the rights that they were given. One that
 * was deleted holds nothing; those that Cognito makes for an identity provider give none.
 */
function namesOf(groups: readonly { name: string }[], rights: Settings['rights']): string[] {
  const given = Object.keys(rights).filter((name) => rights[name]?.length !== 0)
  const made = `${runtimeConfig().userPoolId}_`
  return [...new Set([...groups.map(({ name }) => name), ...given.sort()])].filter(
    (name) => name !== ADMINS && !name.startsWith(made),
  )
}
