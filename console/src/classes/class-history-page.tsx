import { PageHeading } from '../ui/page-heading.tsx'

export function ClassHistoryPage() {
  return <PageHeading title="ClassHistory" />
}
