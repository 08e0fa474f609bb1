import { useParams } from 'react-router'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { BoardPage } from './board-page.tsx'
import { CollectPage } from './collect-page.tsx'
import { DeskPage } from './desk-page.tsx'
import { useKeptDoor } from './door-calls.ts'
import { DoorNav } from './door-nav.tsx'
import { EvacuationPage } from './evacuation-page.tsx'
import { PrintersPage } from './printers-page.tsx'
import { StationsPage } from './stations/stations-page.tsx'

const PAGES: Partial<Record<string, () => React.ReactNode>> = {
  collect: CollectPage,
  board: BoardPage,
  evacuation: EvacuationPage,
}

/** What administrators keep for the door. */
const KEPT: Partial<Record<string, () => React.ReactNode>> = {
  printers: PrintersPage,
  stations: StationsPage,
}

/** The pages of the door, whose code comes together: whoever works there goes from one to the other. */
export function DoorPages() {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const { page = '' } = useParams()
  const Page = PAGES[page] ?? DeskPage
  useKeptDoor()
  const Kept = may('administer') ? KEPT[page] : undefined
  if (Kept) {
    return <Kept />
  }
  return (
    <>
      <PageHeading title={t('shell.page.door')} />
      <DoorNav />
      <Page />
    </>
  )
}
