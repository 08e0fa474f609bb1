import { TextInput } from '@mantine/core'
import type { Room } from '@vestry/contract/calls/rooms.ts'
import {
  MAX_CAPACITY,
  MAX_CHILDREN_PER_ADULT,
  MAX_ROOM_NAME,
} from '@vestry/contract/sunday-school/room-rules.ts'
import { useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { listRooms } from '../api/rooms/list-rooms.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'

const NUMBERS = { capacity: MAX_CAPACITY, children_per_adult: MAX_CHILDREN_PER_ADULT } as const
const LABELS = { capacity: 'capacity', children_per_adult: 'adults' } as const
type Values = Record<'name' | keyof typeof NUMBERS, string>

/** Adds a room, or changes the given one. */
export function RoomDialog({ room, onClose }: { room: Room | undefined; onClose: () => void }) {
  const { t } = useMessages()
  const [values, setValues] = useState<Values>({
    name: room?.name ?? '',
    capacity: textOf(room?.capacity),
    children_per_adult: textOf(room?.children_per_adult),
  })
  const [open, setOpen] = useState(room?.open ?? true)
  const [wrong, setWrong] = useState<readonly (keyof Values)[]>([])
  const name = values.name.trim()

  const check = (form: HTMLFormElement) => {
    const found = (['name', 'capacity', 'children_per_adult'] as const).filter((field) =>
      field === 'name' ? name === '' : !isNumber(values[field], NUMBERS[field]),
    )
    setWrong(found)
    return found[0] === undefined ? null : form.querySelector<HTMLElement>(`[name="${found[0]}"]`)
  }
  const send = async () => {
    const capacity = Number(values.capacity)
    const body = { name, capacity, children_per_adult: Number(values.children_per_adult), open }
    try {
      await (room === undefined
        ? callApi('POST /rooms', { body })
        : callApi('PUT /rooms', { body: { id: room.id, version: room.version, ...body } }))
    } finally {
      await queryClient.invalidateQueries(listRooms)
    }
    await queryClient.invalidateQueries({ queryKey: ['classes'] })
    onClose()
    showNotice({ message: t(room === undefined ? 'rooms.added' : 'rooms.changed', { name }) })
  }
  const input = (field: keyof Values) => ({
    name: field,
    inputWrapperOrder: HELP_BELOW,
    autoComplete: 'off',
    value: values[field],
    onChange(event: { currentTarget: { value: string } }) {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [field]: value }))
      setWrong((before) => before.filter((one) => one !== field))
    },
  })
  const number = (field: keyof typeof NUMBERS) => {
    const failed = wrong.includes(field)
    return (
      <TextInput
        {...input(field)}
        inputMode="numeric"
        label={t(`rooms.form.${LABELS[field]}`)}
        description={!failed && t(`rooms.form.${LABELS[field]}.help`)}
        error={failed && t('rooms.form.number', { max: NUMBERS[field] })}
      />
    )
  }
  return (
    <FormDialog
      title={t(room === undefined ? 'rooms.add' : 'rooms.edit.title')}
      submit={t(room === undefined ? 'rooms.add.submit' : 'rooms.edit.submit')}
      check={check}
      send={send}
      explain={(failure) =>
        failure instanceof ApiError && failure.code === 'not_found' ? t('rooms.gone') : undefined
      }
      onClose={onClose}
    >
      <TextInput
        {...input('name')}
        data-first-focus
        label={t('rooms.form.name')}
        description={room !== undefined && !wrong.includes('name') && t('rooms.form.name.help')}
        error={wrong.includes('name') && t('ui.form.required')}
        withAsterisk
        autoCapitalize="sentences"
        maxLength={MAX_ROOM_NAME}
      />
      {number('capacity')}
      {number('children_per_adult')}
      <ChoiceBox
        label={t('rooms.form.open')}
        detail={t('rooms.form.open.help')}
        checked={open}
        onChange={setOpen}
      />
    </FormDialog>
  )
}

function textOf(number = 0): string {
  return number === 0 ? '' : String(number)
}

/** Whether this is empty or a whole number up to the greatest. */
function isNumber(text: string, max: number): boolean {
  const typed = text.trim()
  return typed === '' || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max)
}
