import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ApiError } from '../api/call-api.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import type { AttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { ErrorBox } from '../ui/error-box.tsx'

/** Says why the attendance of the class can't be shown, and offers what helps: another try, or another class. */
export function LoadFailure(props: { visit: AttendanceVisit; failure: Error; onRetry: () => void }) {
  const { t } = useMessages()
  const { failure, visit } = props
  const code = failure instanceof ApiError ? failure.code : undefined
  const useless = code === 'not_allowed' || code === 'not_found' || code === 'invalid_request'
  const details: Record<string, string> = {
    not_allowed: t('attendance.failed.notYours'),
    not_found: t('attendance.failed.gone'),
    invalid_request: t('attendance.failed.gone'),
  }
  return (
    <ErrorBox
      message={t('attendance.failed.load')}
      detail={details[code ?? ''] ?? failure.message}
      failure={failure}
      onRetry={props.onRetry}
      wayOut={
        useless ? (
          <Button
            component={Link}
            to={visit.session_type === 'history' ? paths.classHistory : paths.classes}
            variant="default"
            size="sm"
          >
            {t('attendance.none.back')}
          </Button>
        ) : undefined
      }
    />
  )
}
