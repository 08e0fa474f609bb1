import { NativeSelect, TextInput } from '@mantine/core'
import type { ListPart } from '@vestry/contract/rules/export-rules.ts'
import { useId, useState } from 'react'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { isUnfinished } from '../ui/is-unfinished.ts'
import {
  type ExportChoice,
  type ExportKind,
  exportList,
  exportsOffered,
  isOfDays,
  partsOf,
} from './export-calls.ts'
import classes from './export-dialog.module.css'
import { ExportForm } from './export-form.tsx'

/** Chooses a list, its parts and its format, and downloads it as a file; with `only`, a list of these children alone. */
export function ExportDialog(props: { kind: ExportKind; only?: readonly number[]; onClose: () => void }) {
  const { t } = useMessages()
  const id = useId()
  const [asked, setAsked] = useState(false)
  const [unfinished, setUnfinished] = useState<string>()
  const [choice, setChoice] = useState<ExportChoice>({
    kind: props.kind,
    only: props.only,
    parts: [],
    from: '',
    to: '',
  })
  const { kind, parts, from, to } = choice
  const change = (part: Partial<ExportChoice>) => setChoice((now) => ({ ...now, ...part }))
  const reversed = isOfDays(kind) && from !== '' && to !== '' && to < from
  const day = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      name={name}
      label={t(`export.${name}`)}
      value={choice[name]}
      error={
        name === unfinished
          ? t('ui.form.unfinished')
          : name === 'to' && asked && reversed && t('export.reversed')
      }
      onChange={(event) => {
        setUnfinished(undefined)
        change({ [name]: event.currentTarget.value })
      }}
    />
  )
  return (
    <ExportForm
      title={
        props.only === undefined ? t('export.title') : t('export.selected', { count: props.only.length })
      }
      note={t('export.note')}
      check={(form) => {
        setAsked(true)
        const partly = [...form.querySelectorAll<HTMLInputElement>('[type=date]')].find(isUnfinished)
        setUnfinished(partly?.name)
        if (partly) {
          return partly
        }
        return reversed ? form.querySelector<HTMLElement>('[name=to]') : null
      }}
      save={(format) => exportList(choice, format)}
      onClose={props.onClose}
    >
      {props.only === undefined && (
        <NativeSelect
          data-first-focus
          label={t('export.list')}
          data={exportsOffered().map((value) => ({ value, label: t(`export.list.${value}`) }))}
          value={kind}
          description={t(`export.about.${kind}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          onChange={({ currentTarget: { value } }) =>
            change({ kind: exportsOffered().find((one) => one === value) ?? kind })
          }
        />
      )}
      {isOfDays(kind) ? (
        <div>
          <div className={classes.days}>
            {day('from')}
            {day('to')}
          </div>
          <p className={classes.help}>{t('export.days')}</p>
        </div>
      ) : (
        <ChoiceFields<ListPart>
          id={`${id}-parts`}
          name="with"
          legend={t('export.parts')}
          choices={partsOf(kind).map((value) => ({ value, label: t(`export.part.${value}`) }))}
          chosen={parts}
          help={t('export.partsHelp')}
          error={undefined}
          onBlur={() => undefined}
          onChange={(chosen) => change({ parts: chosen })}
        />
      )}
    </ExportForm>
  )
}
