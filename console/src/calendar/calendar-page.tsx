import { PageHeading } from '../ui/page-heading.tsx'

export function CalendarPage() {
  return <PageHeading title="Calendar" />
}
