import { PageHeading } from '../ui/page-heading.tsx'

export function ClassListPage() {
  return <PageHeading title="Classes" />
}
