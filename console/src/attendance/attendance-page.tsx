import { PageHeading } from '../ui/page-heading.tsx'

export function AttendancePage() {
  return <PageHeading title="Attendance" />
}
