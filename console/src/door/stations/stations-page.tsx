import { useQuery } from '@tanstack/react-query'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import type { DoorStation } from '@vestry/contract/calls/door-stations.ts'
import { PAIRING_MS } from '@vestry/contract/sunday-school/station-rules.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { churchMoment } from '../../api/church-day.ts'
import { queryClient } from '../../api/query-client.ts'
import { askAndDelete } from '../../api/trash/ask-and-delete.ts'
import { currentLanguage, t } from '../../messages/messages.ts'
import { useMessages } from '../../messages/use-messages.ts'
import type { Column } from '../../ui/list/list-table.tsx'
import { IconUserCheck } from '../../ui/look/icons.ts'
import { SmallList } from '../../ui/records/small-list.tsx'
import { useEditDialog } from '../../ui/records/use-edit-dialog.ts'
import { formatWallClock } from '../../ui/wall-clock.ts'
import { listPrinters } from '../labels/list-printers.ts'
import { listStations } from './list-stations.ts'
import { type MadeStation, PairingDialog } from './pairing-dialog.tsx'
import { StationDialog } from './station-dialog.tsx'

const SKELETON_ROWS = 2

/** The devices at the door that nobody signs in at. */
export function StationsPage() {
  const { t } = useMessages()
  const query = useQuery(listStations)
  const { data: printers = [] } = useQuery(listPrinters)
  const { open, edit } = useEditDialog<DoorStation>()
  const [made, setMade] = useState<MadeStation>()
  const texts = {
    ...{ title: t('stations.title'), intro: t('stations.intro'), failed: t('stations.failed') },
    ...{ empty: t('stations.empty'), emptyText: t('stations.empty.text') },
    ...{ add: t('stations.add'), edit: t('stations.edit'), remove: t('stations.delete') },
  }
  return (
    <>
      <SmallList
        {...{ texts, query, edit, remove: askAndRemove, icon: IconUserCheck }}
        columns={columns(printers)}
        skeletonRows={SKELETON_ROWS}
      />
      {open !== undefined && (
        <StationDialog station={open.row} printers={printers} onMade={setMade} onClose={open.close} />
      )}
      {made !== undefined && <PairingDialog station={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

function columns(printers: readonly Printer[]): Column<DoorStation, never>[] {
  return [
    { key: 'name', title: t('stations.column.name'), heads: true, cell: ({ name }) => name },
    {
      key: 'kind',
      title: t('stations.column.kind'),
      width: 10,
      cell: ({ kind }) => t(`stations.kind.${kind}`),
    },
    {
      key: 'labels',
      title: t('stations.column.labels'),
      width: 14,
      cell: (station) => describeLabels(station, printers),
    },
    { key: 'seen', title: t('stations.column.seen'), width: 14, cell: describeSeen },
  ]
}

function describeLabels({ kind, printer_id, paper }: DoorStation, printers: readonly Printer[]): string {
  const printer = printers.find(({ id }) => id === printer_id)
  if (kind !== 'self') {
    return ''
  }
  if (printer !== undefined) {
    return t('stations.labels.printer', { name: printer.name })
  }
  return paper === null
    ? t('stations.labels.none')
    : t('stations.labels.paper', { size: t(`doorLabels.size.${paper}`) })
}

function describeSeen({ made, seen }: DoorStation): string {
  if (seen !== null) {
    return formatWallClock(churchMoment(seen), currentLanguage())
  }
  return t(Date.now() < made + PAIRING_MS ? 'stations.waiting' : 'stations.expired')
}

function askAndRemove({ id, name, kind }: DoorStation): Promise<boolean> {
  const message = t(kind === 'bridge' ? 'stations.delete.bridge' : 'stations.delete.text')
  return askAndDelete({
    ask: async () => ({ title: t('stations.delete.question', { name }), message }),
    running: t('ui.delete.running'),
    async work() {
      await callApi('DELETE /door/stations', { query: { id } })
      return t('stations.delete.done', { name })
    },
    reload: () => queryClient.invalidateQueries(listStations),
    failed: t('stations.delete.failed', { name }),
  })
}
