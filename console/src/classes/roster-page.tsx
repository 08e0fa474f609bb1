import { PageHeading } from '../ui/page-heading.tsx'

export function RosterPage() {
  return <PageHeading title="Roster" />
}
