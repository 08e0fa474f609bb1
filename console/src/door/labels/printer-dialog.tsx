import { NativeSelect, TextInput } from '@mantine/core'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import type { DoorStation } from '@vestry/contract/calls/door-stations.ts'
import {
  LABEL_KINDS,
  type LabelKind,
  MAX_PRINTER_HOST,
  MAX_PRINTER_NAME,
  PRINTER_KINDS,
  PRINTER_PORT,
  PRINTER_SIZES,
  type PrinterKind,
} from '@vestry/contract/sunday-school/label-rules.ts'
import { useId, useState } from 'react'
import { ApiError, callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { ChoiceFields } from '../../forms/choice-fields.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { HELP_BELOW } from '../../forms/help-below.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { showNotice } from '../../ui/dialogs/dialogs.ts'
import { listPrinters } from './list-printers.ts'

const TEXTS = ['name', 'host', 'port'] as const
type Field = (typeof TEXTS)[number] | 'kinds'

/** Adds a printer of labels, or changes the given one. */
export function PrinterDialog({
  printer,
  bridges,
  onClose,
}: {
  printer: Printer | undefined
  bridges: readonly DoorStation[]
  onClose: () => void
}) {
  const { t } = useMessages()
  const id = useId()
  const [texts, setTexts] = useState({
    name: printer?.name ?? '',
    host: printer?.host ?? '',
    port: String(printer?.port ?? PRINTER_PORT),
  })
  const [kind, setKind] = useState<PrinterKind>(printer?.kind ?? 'brother_ql')
  const [size, setSize] = useState<Printer['size']>(printer?.size ?? PRINTER_SIZES.brother_ql[0])
  const [kinds, setKinds] = useState<readonly LabelKind[]>(printer?.kinds ?? LABEL_KINDS)
  const [bridge_id, setBridge] = useState(printer?.bridge_id ?? null)
  const isDeleted = bridge_id !== null && !bridges.some(({ id }) => id === bridge_id)
  const [wrong, setWrong] = useState<readonly Field[]>([])
  const [name, host, port] = [texts.name.trim(), texts.host.trim(), Number(texts.port)]

  const check = (form: HTMLFormElement) => {
    const right: Record<Field, boolean> = {
      name: name !== '',
      host: host !== '',
      port: Number.isInteger(port) && port >= 1 && port <= 65_535,
      kinds: kinds.length > 0,
    }
    const found = ([...TEXTS, 'kinds'] as const).filter((field) => !right[field])
    setWrong(found)
    return found[0] === undefined ? null : form.querySelector<HTMLElement>(`[name="${found[0]}"]`)
  }
  const send = async () => {
    const body = { name, host, port, kind, size, kinds: [...kinds], bridge_id }
    try {
      await (printer === undefined
        ? callApi('POST /door/printers', { body })
        : callApi('PUT /door/printers', { body: { id: printer.id, version: printer.version, ...body } }))
    } finally {
      await queryClient.invalidateQueries(listPrinters)
    }
    onClose()
    showNotice({ message: t(printer === undefined ? 'printers.added' : 'printers.changed', { name }) })
  }
  const explain = (failure: Error) => {
    if (!(failure instanceof ApiError)) {
      return undefined
    }
    const { code, field } = failure
    return code === 'not_found'
      ? t('printers.gone')
      : field === 'host' || field === 'port'
        ? t(`printers.form.${field}.refused`)
        : undefined
  }
  const input = (field: (typeof TEXTS)[number]) => ({
    name: field,
    label: t(`printers.form.${field}`),
    inputWrapperOrder: HELP_BELOW,
    autoComplete: 'off',
    value: texts[field],
    onChange(event: { currentTarget: { value: string } }) {
      const { value } = event.currentTarget
      setTexts((before) => ({ ...before, [field]: value }))
      setWrong((before) => before.filter((one) => one !== field))
    },
  })
  const required = (field: Field) => wrong.includes(field) && t('ui.form.required')
  return (
    <FormDialog
      title={t(printer === undefined ? 'printers.add' : 'printers.edit.title')}
      submit={t(printer === undefined ? 'printers.add.submit' : 'printers.edit.submit')}
      check={check}
      send={send}
      explain={explain}
      onClose={onClose}
    >
      <TextInput
        {...input('name')}
        data-first-focus
        error={required('name')}
        withAsterisk
        autoCapitalize="sentences"
        maxLength={MAX_PRINTER_NAME}
      />
      <NativeSelect
        label={t('printers.form.kind')}
        data={PRINTER_KINDS.map((value) => ({ value, label: t(`printers.kind.${value}`) }))}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const chosen = PRINTER_KINDS.find((one) => one === value) ?? kind
          setKind(chosen)
          setSize(PRINTER_SIZES[chosen][0])
        }}
      />
      <NativeSelect
        label={t('printers.form.size')}
        data={PRINTER_SIZES[kind].map((value) => ({ value, label: t(`doorLabels.size.${value}`) }))}
        value={size}
        onChange={({ currentTarget: { value } }) =>
          setSize(PRINTER_SIZES[kind].find((one) => one === value) ?? size)
        }
      />
      <TextInput
        {...input('host')}
        description={!wrong.includes('host') && t('printers.form.host.help')}
        error={required('host')}
        withAsterisk
        inputMode="url"
        maxLength={MAX_PRINTER_HOST}
      />
      <TextInput
        {...input('port')}
        description={!wrong.includes('port') && t('printers.form.port.help')}
        error={wrong.includes('port') && t('printers.form.port.wrong')}
        inputMode="numeric"
      />
      {(bridges.length > 0 || isDeleted) && (
        <NativeSelect
          label={t('printers.form.bridge')}
          description={t('printers.form.bridge.help')}
          inputWrapperOrder={HELP_BELOW}
          data={[
            { value: '', label: t('printers.bridge.none') },
            ...bridges.map(({ id, name }) => ({ value: String(id), label: t('printers.bridge', { name }) })),
            ...(isDeleted ? [{ value: String(bridge_id), label: t('printers.bridge.deleted') }] : []),
          ]}
          value={bridge_id === null ? '' : String(bridge_id)}
          onChange={({ currentTarget: { value } }) => setBridge(value === '' ? null : Number(value))}
        />
      )}
      <ChoiceFields<LabelKind>
        id={`${id}-kinds`}
        name="kinds"
        legend={t('printers.form.kinds')}
        choices={LABEL_KINDS.map((value) => ({ value, label: t(`doorLabels.kind.${value}`) }))}
        chosen={kinds}
        help={t('printers.form.kinds.help')}
        error={wrong.includes('kinds') ? t('ui.form.required') : undefined}
        onBlur={() => undefined}
        onChange={(chosen) => {
          setKinds(chosen)
          setWrong((before) => before.filter((one) => one !== 'kinds'))
        }}
      />
    </FormDialog>
  )
}
