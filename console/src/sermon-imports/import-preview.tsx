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
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import sticky from '../ui/sticky-bar.module.css'
import { removeImport } from './change-import.ts'
import { FolderAgain } from './folder-again.tsx'
import { countChosen, type ImportEdits, isEdited, NO_EDITS, toChoices, withPlace } from './import-choices.ts'
import { ImportRows, type RowsProps, titleOf } from './import-rows.tsx'
import type { ChosenFolder } from './read-folder.ts'
import classes from './sermon-imports.module.css'
import { SpeakerFields } from './speaker-fields.tsx'
import { useImportRun } from './use-import-run.ts'

/** When a session ends, such notes of a tab are kept for the same person; logging out removes them. */
const STORED_AS = 'vestry.sermon-import.'

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

  return (
    <>
      <section className={steps.section}>
        <h2 ref={focusOnce} tabIndex={-1}>
          {t('sermonImport.preview.title')}
        </h2>
        <p className={steps.text}>
          {t('sermonImport.preview.summary', {
            count: counts.new + counts.known + counts.alike + counts.unreadable,
            fresh: counts.new,
            known: counts.known,
            alike: counts.alike,
            unreadable: counts.unreadable,
          })}
        </p>
      </section>
      {found.speakers.length > 0 && (
        <SpeakerFields
          speakers={found.speakers}
          presenters={preachers.map(({ presenterName }) => presenterName)}
          edits={edits}
          onChange={(speakers) => choose({ speakers })}
        />
      )}
      <section className={`${steps.section} ${fields.fields}`}>
        <h2>{t('sermonImport.defaults.title')}</h2>
        <div className={classes.defaults}>
          <NativeSelect
            label={t('sermonImport.defaults.language')}
            value={String(defaults.language_id)}
            onChange={(event) =>
              choose({ defaults: { ...edits.defaults, language_id: Number(event.currentTarget.value) } })
            }
            data={LANGUAGES.map((one) => ({
              value: String(one.id),
              label: t(`preaching.language.${one.tag}`),
            }))}
          />
          <NativeSelect
            label={t('sermonImport.defaults.presenter')}
            value={String(defaults.preacher_id)}
            onChange={(event) =>
              choose({ defaults: { ...edits.defaults, preacher_id: Number(event.currentTarget.value) } })
            }
            data={preachers.map((one) => ({ value: String(one.id), label: one.presenterName }))}
          />
          <NativeSelect
            label={t('sermonImport.defaults.category')}
            value={String(defaults.preaching_category_id)}
            onChange={(event) =>
              choose({
                defaults: { ...edits.defaults, preaching_category_id: Number(event.currentTarget.value) },
              })
            }
            data={categories.map((one) => ({ value: String(one.id), label: one.category }))}
          />
        </div>
        <Radio.Group
          label={t('sermonImport.comeIn')}
          value={defaults.state}
          onChange={(chosen) =>
            choose({
              defaults: { ...edits.defaults, state: chosen === 'draft' ? 'draft' : 'published' },
            })
          }
        >
          <div className={classes.options}>
            <Radio value="published" label={t('sermonImport.comeIn.published')} />
            <Radio value="draft" label={t('sermonImport.comeIn.draft')} />
          </div>
        </Radio.Group>
      </section>
      <ImportRows {...rows} choiceOf={(row) => <Choice row={row} edits={edits} onChange={choose} />} />
      {found.source === 'folder' && folder === undefined && count > 0 && (
        <FolderAgain id={id} onFolder={props.onFolder} />
      )}
      <div className={`${steps.actions} ${sticky.bar}`}>
        <Button variant="default" onClick={() => void remove()}>
          {t('sermonImport.remove')}
        </Button>
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
    </>
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
