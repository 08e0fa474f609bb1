import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import { PRINTER_PORT } from '@vestry/contract/sunday-school/label-rules.ts'
import { useRef } from 'react'
import { callApi } from '../api/call-api.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { queryClient } from '../api/query-client.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { askAndDelete } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconPencil, IconPlus, IconPrinter, IconTrash } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { useEditDialog } from '../ui/records/use-edit-dialog.ts'
import { LabelPlaceField } from './labels/label-place-field.tsx'
import { listPrinters } from './labels/list-printers.ts'
import { PrinterDialog } from './labels/printer-dialog.tsx'
import classes from './printers-page.module.css'

const SKELETON_ROWS = 2
/** On a test label; no family has it, since codes have no vowels. */
const TEST_CODE = 'TEST'

/** The printers of the door's labels, and where this device prints. */
export function PrintersPage() {
  const { t } = useMessages()
  const { data: printers, error, refetch } = useQuery({ ...listPrinters, staleTime: 0 })
  const { open, edit } = useEditDialog<Printer>()
  const list = useRef<HTMLDivElement>(null)

  const actions: RowAction<Printer>[] = [
    {
      key: 'test',
      title: t('printers.test'),
      icon: <IconPrinter size={16} aria-hidden />,
      primary: true,
      run: printTest,
    },
    { key: 'edit', title: t('printers.edit'), icon: <IconPencil size={16} aria-hidden />, run: edit },
    {
      key: 'delete',
      title: t('printers.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      overflow: true,
      run: askAndRemove,
    },
  ]
  const add = (quiet: boolean) => (
    <Button
      {...(quiet ? { variant: 'default' } : { leftSection: <IconPlus size={16} aria-hidden /> })}
      onClick={() => void edit(undefined)}
    >
      {t('printers.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('printers.title')}>{add(false)}</PageHeading>
      <p className={classes.intro}>{t('printers.intro')}</p>
      {error !== null && printers === undefined ? (
        <ErrorBox
          message={t('printers.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      ) : (
        <div ref={list} tabIndex={-1} className={classes.list}>
          {printers?.length === 0 ? (
            <ListNotice
              icon={<IconPrinter size={32} stroke={1.5} aria-hidden />}
              title={t('printers.empty')}
              text={t('printers.empty.text')}
            >
              {add(true)}
            </ListNotice>
          ) : (
            <ListTable
              caption={t('printers.title')}
              columns={columns()}
              actions={actions}
              rows={printers}
              pageSize={SKELETON_ROWS}
              keyOf={({ id }) => String(id)}
              nameOf={({ name }) => name}
              stale={false}
              onRowGone={() => list.current?.focus()}
            />
          )}
        </div>
      )}
      <section className={classes.here}>
        <h2>{t('labelPlace.title')}</h2>
        <LabelPlaceField />
      </section>
      {open !== undefined && <PrinterDialog printer={open.row} onClose={open.close} />}
    </>
  )
}

function columns(): Column<Printer, never>[] {
  return [
    { key: 'name', title: t('printers.column.name'), heads: true, cell: ({ name }) => name },
    {
      key: 'host',
      title: t('printers.column.host'),
      width: 12,
      cell: ({ host, port }) => (port === PRINTER_PORT ? host : `${host}:${port}`),
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
