import { t } from '../messages/messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import type { Column } from '../ui/list/list-table.tsx'
import type { PreviewFamily } from './preview-families.ts'
import { PreviewRowsTable } from './preview-rows-table.tsx'

/** The families that an import makes or fills. */
export function FamiliesTable({
  caption,
  families,
}: {
  caption: string
  families: readonly PreviewFamily[]
}) {
  const columns: Column<PreviewFamily, never>[] = [
    {
      key: 'name',
      title: t('import.families.name'),
      heads: true,
      width: 16,
      cell: ({ name }) => <span className={steps.cell}>{name}</span>,
    },
    {
      key: 'what',
      title: t('import.column.what'),
      cell: ({ kind }) => t(`import.families.kind.${kind}`),
    },
    {
      key: 'members',
      title: t('import.families.members'),
      cell: ({ children, adults }) => t('import.families.counts', { children, adults }),
    },
  ]
  return (
    <PreviewRowsTable
      caption={caption}
      rows={families}
      columns={columns}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
    />
  )
}
