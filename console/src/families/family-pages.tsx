import { useLocation, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { ContactFamiliesPage } from './contact-families-page.tsx'
import { FamilyFormPage } from './family-form-page.tsx'
import { FamilyListPage } from './family-list-page.tsx'
import { MergeFamiliesPage } from './merge-families-page.tsx'
import { SplitFamilyPage } from './split-family-page.tsx'

const ACTIONS = { merge: MergeFamiliesPage, split: SplitFamilyPage } as Partial<
  Record<string, () => React.ReactNode>
>

/** All pages of families, whose code comes together: each is small, and every visit pays for each file that it may load. */
export function FamilyPages() {
  const { id, action = '' } = useParams()
  const { pathname } = useLocation()
  if (pathname === paths.contactFamilies) {
    return <ContactFamiliesPage />
  }
  const Page = id === undefined ? FamilyListPage : (ACTIONS[action] ?? FamilyFormPage)
  return <Page key={id} />
}
