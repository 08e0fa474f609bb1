import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, notLoadedMessage } from '../ui/is-hopeless.ts'

/** Why the report of one class or child can't be shown: it can be asked for again, or there is none and a way out. */
export function ReportFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useMessages()
  return (
    <ErrorBox
      message={t('reports.failed')}
      detail={error === null ? t('data.error.not_found') : notLoadedMessage(error)}
      failure={error ?? undefined}
      onRetry={onRetry}
      wayOut={
        error === null || isHopeless(error) ? (
          <Button variant="default" size="sm" component={Link} to={paths.reports}>
            {t('reports.toReports')}
          </Button>
        ) : undefined
      }
    />
  )
}
