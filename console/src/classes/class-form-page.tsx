import { PageHeading } from '../ui/page-heading.tsx'

export function ClassFormPage() {
  return <PageHeading title="Class" />
}
