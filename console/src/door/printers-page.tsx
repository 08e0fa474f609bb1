import { useQuery } from '@tanstack/react-query'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import type { DoorStation } from '@vestry/contract/calls/door-stations.ts'
import { PRINTER_PORT } from '@vestry/contract/sunday-school/label-rules.ts'
import { callApi } from '../api/call-api.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { queryClient } from '../api/query-client.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { askAndDelete } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import type { Column } from '../ui/list/list-table.tsx'
import { IconPrinter } from '../ui/look/icons.ts'
import { SmallList } from '../ui/records/small-list.tsx'
import { useEditDialog } from '../ui/records/use-edit-dialog.ts'
import { LabelPlaceField } from './labels/label-place-field.tsx'
import { listPrinters } from './labels/list-printers.ts'
import { PrinterDialog } from './labels/printer-dialog.tsx'
import classes from './printers-page.module.css'
import { listStations } from './stations/list-stations.ts'

const SKELETON_ROWS = 2
/** On a test label; no family has it, since codes have no vowels. */
const TEST_CODE = 'TEST'

/** The printers of the door's labels, and where this device prints. */
export function PrintersPage() {
  const { t } = useMessages()
  const query = useQuery({ ...listPrinters, staleTime: 0 })
  const { data: stations } = useQuery(listStations)
  const bridges = stations?.filter(({ kind }) => kind === 'bridge')
  const { open, edit } = useEditDialog<Printer>()
  const texts = {
    ...{ title: t('printers.title'), intro: t('printers.intro'), failed: t('printers.failed') },
    ...{ empty: t('printers.empty'), emptyText: t('printers.empty.text') },
    ...{ add: t('printers.add'), edit: t('printers.edit'), remove: t('printers.delete') },
  }
  return (
    <>
      <SmallList
        {...{ texts, query, edit, remove: askAndRemove, icon: IconPrinter }}
        columns={columns(bridges)}
        skeletonRows={SKELETON_ROWS}
        first={{
          ...{ key: 'test', title: t('printers.test'), icon: <IconPrinter size={16} aria-hidden /> },
          ...{ primary: true, run: printTest },
        }}
      />
      <section className={classes.here}>
        <h2>{t('labelPlace.title')}</h2>
        <LabelPlaceField />
      </section>
      {open !== undefined && (
        <PrinterDialog printer={open.row} bridges={bridges ?? []} onClose={open.close} />
      )}
    </>
  )
}

function columns(bridges: readonly DoorStation[] | undefined): Column<Printer, never>[] {
  return [
    { key: 'name', title: t('printers.column.name'), heads: true, cell: ({ name }) => name },
    {
      key: 'host',
      title: t('printers.column.host'),
      width: 14,
      cell: (printer) => describePlace(printer, bridges),
    },
    {
      key: 'size',
      title: t('printers.column.size'),
      width: 12,
      cell: ({ size }) => t(`doorLabels.size.${size}`),
    },
    {
      key: 'kinds',
      title: t('printers.column.kinds'),
      width: 14,
      cell: ({ kinds }) => kinds.map((kind) => t(`doorLabels.kind.${kind}`)).join(', '),
    },
  ]
}

/** Where a printer is, and through which bridge. */
function describePlace(
  { host, port, bridge_id }: Printer,
  bridges: readonly DoorStation[] | undefined,
): string {
  const address = port === PRINTER_PORT ? host : `${host}:${port}`
  if (bridge_id === null || bridges === undefined) {
    return address
  }
  const bridge = bridges.find(({ id }) => id === bridge_id)
  return bridge === undefined
    ? t('printers.through.deleted', { address })
    : t('printers.through', { address, name: bridge.name })
}

/** Prints a label that is nobody's; the printer stays where it is in the list. */
async function printTest(printer: Printer): Promise<boolean> {
  try {
    const { printTestLabel } = await fetchCode(() => import('./labels/print-labels.ts'))
    if (await printTestLabel(printer, TEST_CODE)) {
      showNotice({ message: t('printers.tested', { name: printer.name }) })
    }
  } catch (error) {
    await tellRefusal(t('doorLabels.cannotDraw'), error)
  }
  return false
}

function askAndRemove({ id, name }: Printer): Promise<boolean> {
  return askAndDelete({
    ask: async () => ({ title: t('printers.delete.question', { name }), message: t('printers.delete.text') }),
    running: t('ui.delete.running'),
    async work() {
      await callApi('DELETE /door/printers', { query: { id } })
      return t('printers.delete.done', { name })
    },
    reload: () => queryClient.invalidateQueries(listPrinters),
    failed: t('printers.delete.failed', { name }),
  })
}
