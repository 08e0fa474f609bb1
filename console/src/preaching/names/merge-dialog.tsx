import { NativeSelect } from '@mantine/core'
import type { UsedName } from '@vestry/contract/calls/lookups.ts'
import { useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './merge-dialog.module.css'
import { NameForm } from './name-form.tsx'

/** Asks which name gets the sermons of this one, and says what happens to how many of them. */
export function MergeDialog(props: {
  name: UsedName
  others: readonly UsedName[]
  taken: UsedName | undefined
  onMerge: (into: UsedName) => Promise<void>
  onClose: () => void
}) {
  const { t } = useMessages()
  const { name, others, taken } = props
  const [chosen, setChosen] = useState(String(taken?.id ?? ''))
  const [missing, setMissing] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const into = others.find(({ id }) => String(id) === chosen)

  const submit = async () => {
    setMissing(into === undefined)
    if (into === undefined) {
      select.current?.focus()
    } else {
      await props.onMerge(into)
    }
  }
  return (
    <NameForm
      title={t('names.merge.title', { name: name.name })}
      submit={t('names.merge')}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {taken !== undefined && <p>{t('names.merge.taken', { name: taken.name })}</p>}
      <NativeSelect
        ref={select}
        data-first-focus
        label={t('names.merge.into')}
        error={missing && into === undefined && t('ui.form.required')}
        withAsterisk
        data={[
          { value: '', label: t('names.merge.choose'), disabled: true },
          ...others.map((other) => ({ value: String(other.id), label: other.name })),
        ]}
        value={into === undefined ? '' : chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <p role="status" className={classes.will}>
        {into !== undefined && t('names.merge.will', { name: name.name, into: into.name, count: name.items })}
      </p>
    </NameForm>
  )
}
