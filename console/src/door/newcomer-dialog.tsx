import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Arrivals, DoorClass } from '@vestry/contract/calls/door.ts'
import { NEWCOMER_FIELDS, NEWCOMING_ADULT_FIELDS } from '@vestry/contract/sunday-school/door-rules.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { type ChangeEvent, useState } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { useMessages } from '../messages/use-messages.ts'
import { openClasses } from './arriving.ts'
import { arriveNew } from './door-calls.ts'
import { describeClass } from './door-texts.ts'
import classes from './newcomer-dialog.module.css'

type Child = { first_name: string; last_name: string; birthdate: string; allergies: string; class_id: string }
const ADULT = ['first_name', 'last_name', 'phone'] as const

/** A family that comes for the first time: an adult with a telephone number, and the children. */
export function NewcomerDialog({
  typed,
  today,
  onArrived,
  onClose,
}: {
  /** What was searched for: a number, or a name. */
  typed: string
  today: readonly DoorClass[]
  onArrived: (answer: Arrivals) => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const open = openClasses(today)
  const blank: Child = {
    ...{ first_name: '', last_name: '', birthdate: '', allergies: '' },
    class_id: open.length === 1 ? String(open[0]?.class_id) : '',
  }
  const [adult, setAdult] = useState(() => {
    const isNumber = /^[\d\s+()./-]+$/.test(typed.trim())
    const [first = '', ...rest] = isNumber ? [] : typed.trim().split(/\s+/)
    return { first_name: first, last_name: rest.join(' '), phone: isNumber ? typed.trim() : '' }
  })
  const [children, setChildren] = useState<readonly Child[]>([blank])
  const [complains, setComplains] = useState(false)
  const [requests] = useState(createRequestIds)
  const [childRequests] = useState(() => new Map<number, string>())

  const lacks = (text: string, required: boolean) => complains && required && sanitize(text) === ''
  const change = (at: number, some: Partial<Child>) =>
    setChildren((now) => now.map((child, place) => (place === at ? { ...child, ...some } : child)))
  const lastName = (child: Child) => child.last_name || adult.last_name
  const send = async () => {
    const content = {
      adult,
      children: children.map(({ birthdate, class_id, ...child }) => ({
        ...child,
        last_name: lastName({ birthdate, class_id, ...child }),
        birthdate: birthdate || null,
        class_id: Number(class_id),
      })),
      reason: '',
    }
    const request_id = requests.idOf(content)
    const idOf = (at: number) => {
      const id = childRequests.get(at) ?? crypto.randomUUID()
      childRequests.set(at, id)
      return id
    }
    onArrived(
      await arriveNew({
        request_id,
        ...content,
        children: content.children.map((child, at) => ({ request_id: idOf(at), ...child })),
      }),
    )
  }
  const check = (form: HTMLFormElement) => {
    setComplains(true)
    const isEmpty = (name: string) =>
      sanitize(form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '') === ''
    const names = [
      'first_name',
      'phone',
      ...children.flatMap((child, at) => [
        `first_name-${at}`,
        ...(lastName(child) === '' ? [`last_name-${at}`] : []),
        `class-${at}`,
      ]),
    ]
    const wrong = names.find(isEmpty)
    return wrong === undefined ? null : form.querySelector<HTMLElement>(`[name="${wrong}"]`)
  }
  return (
    <FormDialog
      title={t('door.newcomer.title')}
      submit={t('door.newcomer.submit')}
      check={check}
      send={send}
      onClose={onClose}
    >
      <fieldset className={classes.group}>
        <legend>{t('door.newcomer.adult')}</legend>
        {ADULT.map((field) => (
          <TextInput
            key={field}
            {...(field === 'first_name' && { 'data-first-focus': true })}
            name={field}
            label={t(`door.newcomer.${field}`)}
            type={field === 'phone' ? 'tel' : 'text'}
            autoCapitalize="words"
            autoComplete="off"
            withAsterisk={field !== 'last_name'}
            maxLength={NEWCOMING_ADULT_FIELDS[field].max}
            value={adult[field]}
            error={lacks(adult[field], field !== 'last_name') && t('ui.form.required')}
            onChange={({ currentTarget: { value } }) => setAdult((now) => ({ ...now, [field]: value }))}
          />
        ))}
      </fieldset>
      {children.map((child, at) => {
        const field = (name: 'first_name' | 'last_name' | 'allergies', required: boolean) => ({
          name: `${name}-${at}`,
          label: t(`door.newcomer.${name}`),
          autoComplete: 'off',
          withAsterisk: required,
          maxLength: NEWCOMER_FIELDS[name].max,
          value: child[name],
          onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
            change(at, { [name]: value }),
        })
        return (
          // Children are only added at the end, and never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: a child has no other key before it is saved
          <fieldset key={at} className={classes.group}>
            <legend>{t('door.newcomer.child', { number: at + 1 })}</legend>
            <TextInput
              {...field('first_name', true)}
              autoCapitalize="words"
              error={lacks(child.first_name, true) && t('ui.form.required')}
            />
            <TextInput
              {...field('last_name', false)}
              autoCapitalize="words"
              placeholder={adult.last_name}
              error={lacks(lastName(child), true) && t('ui.form.required')}
            />
            <NativeSelect
              name={`class-${at}`}
              label={t('door.newcomer.class')}
              withAsterisk
              data={[
                { value: '', label: t('door.chooseClass') },
                ...open.map((one) => ({ value: String(one.class_id), label: describeClass(one) })),
              ]}
              value={child.class_id}
              error={lacks(child.class_id, true) && t('door.classMissing')}
              onChange={({ currentTarget: { value } }) => change(at, { class_id: value })}
            />
            <TextInput
              type="date"
              name={`birthdate-${at}`}
              label={t('door.newcomer.birthdate')}
              value={child.birthdate}
              onChange={({ currentTarget: { value } }) => change(at, { birthdate: value })}
            />
            <TextInput {...field('allergies', false)} autoCapitalize="sentences" />
          </fieldset>
        )
      })}
      <Button
        variant="default"
        className={classes.more}
        onClick={() =>
          setChildren((now) => [...now, { ...blank, class_id: '', last_name: now.at(-1)?.last_name ?? '' }])
        }
      >
        {t('door.newcomer.another')}
      </Button>
    </FormDialog>
  )
}
