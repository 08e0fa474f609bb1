import { Button, NativeSelect, Radio } from '@mantine/core'
import type { Category, Preacher } from '@vestry/contract/calls/lookups.ts'
import type { SermonImportRow } from '@vestry/contract/calls/sermon-imports.ts'
import {
  DEFAULT_CATEGORY_ID,
  DEFAULT_LANGUAGE_ID,
  DEFAULT_PREACHER_ID,
} from '@vestry/contract/rules/preaching-rules.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showMessage } from '../ui/dialogs/dialogs.ts'
import fields from '../ui/forms/field-labels.module.css'
import type { Fact } from '../ui/imports/facts.tsx'
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import { Questions } from '../ui/imports/questions.tsx'
import { IconAdjustments, IconUser } from '../ui/look/icons.ts'
import sticky from '../ui/sticky-bar.module.css'
import { removeImport } from './change-import.ts'
import { FolderAgain } from './folder-again.tsx'
import {
  countChosen,
  groupSpeakers,
  type ImportEdits,
  isEdited,
  NO_EDITS,
  plainPeople,
  toChoices,
  withPlace,
} from './import-choices.ts'
import { ImportFacts, type RowsProps, titleOf } from './import-rows.tsx'
import type { ChosenFolder } from './read-folder.ts'
import classes from './sermon-imports.module.css'
import { SpeakerFields } from './speaker-fields.tsx'
import { useImportRun } from './use-import-run.ts'

/** When a session ends, such notes of a tab are kept for the same person; logging out removes them. */
const STORED_AS = 'vestry.sermon-import.'

/** How many people are named in a sentence. */
const NAMED = 3

/** What would be imported, with all the choices about it. Nothing is imported before it is started. */
export function ImportPreview(props: {
  rows: RowsProps
  preachers: readonly Preacher[]
  categories: readonly Category[]
  onFolder: (folder: ChosenFolder) => void
}) {
  const { t, language } = useMessages()
  const navigate = useNavigate()
  const { rows, preachers, categories } = props
  const { found, folder } = rows
  const { id, counts } = found
  const [edits, setEdits] = useState(() => findEdits(id))
  const start = useImportRun(found, folder)
  const first = (choices: readonly { id: number }[], usual: number) =>
    (choices.find((one) => one.id === usual) ?? choices[0])?.id ?? usual
  const defaults = {
    language_id: LANGUAGES.find(({ tag }) => tag === language)?.id ?? DEFAULT_LANGUAGE_ID,
    preacher_id: first(preachers, DEFAULT_PREACHER_ID),
    preaching_category_id: first(categories, DEFAULT_CATEGORY_ID),
    state: 'published' as const,
    ...edits.defaults,
  }
  const count = countChosen(found, edits)
  const choose = (some: Partial<ImportEdits>) => {
    const next = { ...edits, ...some }
    setEdits(next)
    storeEdits(id, next)
  }

  const startIt = async () => {
    const isStarted = await start({
      states: ['new', 'alike'],
      isChosen: ({ state, position }) =>
        state === 'new' ? !edits.left.has(position) : edits.taken.has(position),
      choices: toChoices(found.speakers, edits, defaults),
    })
    if (isStarted) {
      forgetEdits(id)
    }
  }
  const remove = async () => {
    if (await removeImport(found)) {
      forgetEdits(id)
      await navigate(paths.sermonImports)
    }
  }

  const people = plainPeople(found.speakers, edits)
  const speakers = (isDoubtful: boolean) => (
    <SpeakerFields
      speakers={found.speakers}
      presenters={preachers.map(({ presenterName }) => presenterName)}
      edits={edits}
      isDoubtful={isDoubtful}
      onChange={(chosen) => choose({ speakers: chosen })}
    />
  )
  const usual = [
    t(`preaching.language.${LANGUAGES.find((one) => one.id === defaults.language_id)?.tag ?? 'en'}`),
    preachers.find((one) => one.id === defaults.preacher_id)?.presenterName,
    categories.find((one) => one.id === defaults.preaching_category_id)?.category,
  ]
  const facts: Fact<'speakers' | 'defaults'>[] = [
    {
      key: 'defaults',
      icon: IconAdjustments,
      sentence: t(`sermonImport.comeIn.${defaults.state}`),
      note: t('sermonImport.defaults.note', { usual: usual.filter(Boolean).join(', ') }),
    },
  ]
  if (people.length > 0) {
    const others = people.length - NAMED
    facts.unshift({
      key: 'speakers',
      icon: IconUser,
      sentence: t('sermonImport.speakers.people', { names: people.slice(0, NAMED).join(', ') }),
      note: others > 0 ? t('sermonImport.speakers.others', { count: others }) : undefined,
    })
  }

  return (
    <section className={steps.section}>
      <div>
        <h2 ref={focusOnce} tabIndex={-1}>
          {t('sermonImport.preview.title', {
            count: counts.new + counts.known + counts.alike + counts.unreadable,
          })}
        </h2>
        <p className={`${steps.help} ${steps.of}`}>
          <span>{t(`sermonImport.source.${found.source}`)}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => void remove()}>
            {t('sermonImport.remove')}
          </Button>
        </p>
      </div>
      {groupSpeakers(found.speakers)[0]?.isDoubtful === true && (
        <Questions title={t('sermonImport.questions')}>{speakers(true)}</Questions>
      )}
      <ImportFacts
        {...rows}
        facts={facts}
        choiceOf={(row) => <Choice row={row} edits={edits} onChange={choose} />}
      >
        {rows.shown.key === 'speakers' && speakers(false)}
        {rows.shown.key === 'defaults' && (
          <Defaults
            defaults={defaults}
            preachers={preachers}
            categories={categories}
            onChange={(some) => choose({ defaults: { ...edits.defaults, ...some } })}
          />
        )}
      </ImportFacts>
      {found.source === 'folder' && folder === undefined && count > 0 && (
        <FolderAgain id={id} onFolder={props.onFolder} />
      )}
      <div className={`${steps.actions} ${sticky.bar}`}>
        {count === 0 ? (
          <span className={steps.dim}>{t('sermonImport.nothing')}</span>
        ) : (
          <Button
            onClick={() =>
              found.source === 'folder' && folder === undefined
                ? void showMessage({ status: 'info', message: t('sermonImport.again.text') })
                : void startIt()
            }
          >
            {t('sermonImport.start', { count })}
          </Button>
        )}
      </div>
    </section>
  )
}

/** What sermons get that don't say it, and whether they come in published. */
function Defaults({
  defaults,
  preachers,
  categories,
  onChange,
}: {
  defaults: Required<ImportEdits['defaults']>
  preachers: readonly Preacher[]
  categories: readonly Category[]
  onChange: (some: ImportEdits['defaults']) => void
}) {
  const { t } = useMessages()
  return (
    <div className={`${steps.section} ${fields.fields}`}>
      <Radio.Group
        label={t('sermonImport.comeIn')}
        value={defaults.state}
        onChange={(chosen) => onChange({ state: chosen === 'draft' ? 'draft' : 'published' })}
      >
        <div className={steps.options}>
          <Radio value="published" label={t('sermonImport.comeIn.published')} />
          <Radio value="draft" label={t('sermonImport.comeIn.draft')} />
        </div>
      </Radio.Group>
      <p className={steps.text}>{t('sermonImport.defaults.title')}</p>
      <div className={classes.defaults}>
        <NativeSelect
          label={t('sermonImport.defaults.language')}
          value={String(defaults.language_id)}
          onChange={(event) => onChange({ language_id: Number(event.currentTarget.value) })}
          data={LANGUAGES.map((one) => ({
            value: String(one.id),
            label: t(`preaching.language.${one.tag}`),
          }))}
        />
        <NativeSelect
          label={t('sermonImport.defaults.presenter')}
          value={String(defaults.preacher_id)}
          onChange={(event) => onChange({ preacher_id: Number(event.currentTarget.value) })}
          data={preachers.map((one) => ({ value: String(one.id), label: one.presenterName }))}
        />
        <NativeSelect
          label={t('sermonImport.defaults.category')}
          value={String(defaults.preaching_category_id)}
          onChange={(event) => onChange({ preaching_category_id: Number(event.currentTarget.value) })}
          data={categories.map((one) => ({ value: String(one.id), label: one.category }))}
        />
      </div>
    </div>
  )
}

/** Leaves out a new sermon, or includes one that is similar to another. */
function Choice(props: {
  row: SermonImportRow
  edits: ImportEdits
  onChange: (some: Partial<ImportEdits>) => void
}) {
  const { t } = useMessages()
  const { row, edits, onChange } = props
  const { state, position } = row
  if (state !== 'new' && state !== 'alike') {
    return null
  }
  const isNew = state === 'new'
  const title = titleOf(row)
  return (
    <label className={steps.leaveOut}>
      <input
        type="checkbox"
        aria-label={t(isNew ? 'sermonImport.leaveOutOf' : 'sermonImport.takeOf', { title })}
        checked={(isNew ? edits.left : edits.taken).has(position)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(
            isNew
              ? { left: withPlace(edits.left, position, checked) }
              : { taken: withPlace(edits.taken, position, checked) },
          )
        }
      />
      {t(isNew ? 'sermonImport.leaveOut' : 'sermonImport.take')}
    </label>
  )
}

/** The choices made in this tab for an import, also before it was loaded again. */
function findEdits(id: number): ImportEdits {
  try {
    const { speakers, defaults, left, taken } = JSON.parse(sessionStorage.getItem(STORED_AS + id) ?? '') as {
      speakers: [name: string, as: string][]
      defaults: ImportEdits['defaults']
      left: number[]
      taken: number[]
    }
    return { speakers: new Map(speakers), defaults, left: new Set(left), taken: new Set(taken) }
  } catch {
    return NO_EDITS
  }
}

function storeEdits(id: number, edits: ImportEdits): void {
  if (!isEdited(edits)) {
    forgetEdits(id)
    return
  }
  const { speakers, defaults, left, taken } = edits
  const stored = { speakers: [...speakers], defaults, left: [...left], taken: [...taken] }
  try {
    sessionStorage.setItem(STORED_AS + id, JSON.stringify(stored))
  } catch {
    // If the browser has no room, they are kept as long as the page is open.
  }
}

function forgetEdits(id: number): void {
  sessionStorage.removeItem(STORED_AS + id)
}
