import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { notLoadedMessage } from '../ui/is-hopeless.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { IconUsers } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import classes from './contact-families.module.css'
import { ContactFamilies } from './contact-families.tsx'
import { listProposals } from './family-calls.ts'

/** The families that the parents' contacts would make, to be looked through and made at once. */
export function ContactFamiliesPage() {
  const { t } = useMessages()
  const { data, error, refetch, dataUpdatedAt } = useQuery(listProposals)
  return (
    <div className={classes.page}>
      <PageHeading title={t('shell.page.contactFamilies')} />
      {data === undefined && error !== null && (
        <ErrorBox
          message={t('families.page.contacts.loadFailed')}
          detail={notLoadedMessage(error)}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      {data === undefined && error === null && <FormSkeleton heights={[48, 96, 96, 96]} />}
      {data?.proposals.length === 0 && (
        <ListNotice
          icon={<IconUsers size={32} stroke={1.5} aria-hidden />}
          title={t('families.page.contacts.none')}
          text={t('families.page.contacts.noneText')}
        >
          <Button variant="default" component={Link} to={paths.families}>
            {t('families.page.form.toList')}
          </Button>
        </ListNotice>
      )}
      {data !== undefined && data.proposals.length > 0 && (
        <ContactFamilies key={dataUpdatedAt} proposals={data.proposals} more={data.more} />
      )}
    </div>
  )
}
