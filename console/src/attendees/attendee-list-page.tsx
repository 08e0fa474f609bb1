import { PageHeading } from '../ui/page-heading.tsx'

export function AttendeeListPage() {
  return <PageHeading title="Attendees" />
}
