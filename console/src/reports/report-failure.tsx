import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, notLoadedMessage } from '../ui/is-hopeless.ts'

type Props = { error: Error | null; onRetry: () => void }

/** Why a report can't be shown, with a button to try again. */
export function ReportFailure({ error, onRetry, wayOut }: Props & { wayOut?: ReactNode }) {
  const { t } = useMessages()
  return (
    <ErrorBox
      message={t('reports.failed')}
      detail={error === null ? t('data.error.not_found') : notLoadedMessage(error)}
      failure={error ?? undefined}
      onRetry={onRetry}
      wayOut={wayOut}
    />
  )
}

/** The same for the report of one class or child, with a link elsewhere if the class or child doesn't exist. */
export function RecordReportFailure({ error, onRetry }: Props) {
  const { t } = useMessages()
  return (
    <ReportFailure
      error={error}
      onRetry={onRetry}
      wayOut={
        (error === null || isHopeless(error)) && (
          <Button variant="default" size="sm" component={Link} to={paths.reports}>
            {t('reports.toReports')}
          </Button>
        )
      }
    />
  )
}
