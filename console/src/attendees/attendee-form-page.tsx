import { PageHeading } from '../ui/page-heading.tsx'

export function AttendeeFormPage() {
  return <PageHeading title="Add Attendee" />
}
