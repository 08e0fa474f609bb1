import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../messages/use-messages.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { NameSection } from './name-section.tsx'
import { LISTS, listNames, NAME_KINDS } from './names-calls.ts'
import classes from './names-page.module.css'

/** The page that puts the names that sermons choose from in order. */
export function NamesPage() {
  const { t } = useMessages()
  const { data, error, refetch } = useQuery(listNames)
  return (
    <>
      <PageHeading title={t('shell.page.names')} />
      <p className={classes.intro}>{t('names.intro')}</p>
      {error === null ? (
        <div className={classes.sections}>
          {NAME_KINDS.map((kind) => (
            <NameSection key={kind} kind={kind} names={data?.[LISTS[kind]]} />
          ))}
        </div>
      ) : (
        <ErrorBox
          message={t('preaching.filter.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
    </>
  )
}
