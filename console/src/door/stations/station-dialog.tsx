import { NativeSelect, TextInput } from '@mantine/core'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import type { DoorStation } from '@vestry/contract/calls/door-stations.ts'
import { LABEL_SIZES } from '@vestry/contract/sunday-school/label-rules.ts'
import {
  MAX_STATION_NAME,
  STATION_KINDS,
  type StationKind,
} from '@vestry/contract/sunday-school/station-rules.ts'
import { useState } from 'react'
import { ApiError, callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HELP_BELOW } from '../../forms/help-below.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { showNotice } from '../../ui/dialogs/dialogs.ts'
import { listPrinters } from '../labels/list-printers.ts'
import { listStations } from './list-stations.ts'
import type { MadeStation } from './pairing-dialog.tsx'

/** Adds a station, or changes the given one. */
export function StationDialog({
  station,
  printers,
  onMade,
  onClose,
}: {
  station: DoorStation | undefined
  printers: readonly Printer[]
  onMade: (made: MadeStation) => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const [typed, setTyped] = useState(station?.name ?? '')
  const [kind, setKind] = useState<StationKind>(station?.kind ?? 'self')
  const [labels, setLabels] = useState(() => placeOf(station))
  const [isWrong, setIsWrong] = useState(false)
  const name = typed.trim()

  const check = (form: HTMLFormElement) => {
    setIsWrong(name === '')
    return name === '' ? form.querySelector<HTMLElement>('[name="name"]') : null
  }
  const send = async () => {
    const body = { name, ...labelsOf(kind === 'self' ? labels : '') }
    try {
      if (station === undefined) {
        const { secret } = await callApi('POST /door/stations', { body: { kind, ...body } })
        onClose()
        onMade({ kind, name, secret })
        return
      }
      await callApi('PUT /door/stations', { body: { id: station.id, ...body } })
    } finally {
      await queryClient.invalidateQueries(listStations)
      void queryClient.invalidateQueries(listPrinters)
    }
    onClose()
    showNotice({ message: t('stations.changed', { name }) })
  }
  return (
    <FormDialog
      title={t(station === undefined ? 'stations.add' : 'stations.edit.title')}
      submit={t(station === undefined ? 'stations.add.submit' : 'stations.edit.submit')}
      check={check}
      send={send}
      explain={(failure) =>
        failure instanceof ApiError && failure.code === 'not_found' ? t('stations.gone') : undefined
      }
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={t('stations.form.name')}
        data-first-focus
        error={isWrong && t('ui.form.required')}
        withAsterisk
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={MAX_STATION_NAME}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setIsWrong(false)
        }}
      />
      {station === undefined && (
        <NativeSelect
          label={t('stations.form.kind')}
          data={STATION_KINDS.map((value) => ({ value, label: t(`stations.kind.${value}`) }))}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            setKind(STATION_KINDS.find((one) => one === value) ?? kind)
          }
        />
      )}
      {kind === 'self' && (
        <NativeSelect
          label={t('stations.form.labels')}
          description={t('stations.form.labels.help')}
          inputWrapperOrder={HELP_BELOW}
          data={[
            { value: '', label: t('stations.labels.none') },
            ...printers.map(({ id, name }) => ({
              value: `printer/${id}`,
              label: t('stations.labels.printer', { name }),
            })),
            ...LABEL_SIZES.map((value) => ({
              value,
              label: t('stations.labels.paper', { size: t(`doorLabels.size.${value}`) }),
            })),
          ]}
          value={labels}
          onChange={({ currentTarget: { value } }) => setLabels(value)}
        />
      )}
    </FormDialog>
  )
}

/** Where labels print, as one choice: `printer/3`, the size of a paper, or nowhere. */
function placeOf(station: DoorStation | undefined): string {
  return station?.printer_id ? `printer/${station.printer_id}` : (station?.paper ?? '')
}

function labelsOf(place: string) {
  const [, id] = /^printer\/(\d+)$/.exec(place) ?? []
  return {
    printer_id: id === undefined ? null : Number(id),
    paper: LABEL_SIZES.find((size) => size === place) ?? null,
  }
}
