import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  GROUP_RIGHTS,
  type GroupRight,
  heldRights,
  sameRights,
  TEACHING,
  usualRights,
} from '@vestry/contract/rules/rights.ts'
import { ADMINS, DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import button from '../ui/wrapping-button.module.css'
import classes from './rights-page.module.css'
import { changeRights, findSettings, listGroups, SETTINGS } from './settings-calls.ts'

/** Who may do what, for each group, in plain sentences. */
export function RightsPage() {
  const { t } = useMessages()
  const settings = useQuery(findSettings)
  const groups = useQuery(listGroups)
  const failed = t('settings.loadFailed')
  return (
    <FormPage title={t('shell.page.rights')}>
      <p className={classes.intro}>{t('rights.intro')}</p>
      <LoadedRecord
        record={settings}
        choices={{ groups }}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('shell.page.settings'), to: paths.settings }}
        heights={[80, 240, 240]}
      >
        {(record, choices) =>
          record && (
            <>
              <section className={classes.card}>
                <h2>{ADMINS}</h2>
                <p className={classes.help}>{t('rights.admins')}</p>
              </section>
              {namesOf(choices.groups, record.rights).map((group) => (
                <GroupCard key={group} group={group} held={heldRights(group, record.rights)} />
              ))}
            </>
          )
        }
      </LoadedRecord>
    </FormPage>
  )
}

/** Teachers come first; groups that are only known because they were given rights are listed too. */
function namesOf(groups: readonly { name: string }[], set: Record<string, unknown>): string[] {
  const others = [...groups.map(({ name }) => name), ...Object.keys(set)].sort()
  return [...new Set([DEFAULT_ROLE, ...others])].filter((name) => name !== ADMINS)
}

function GroupCard({ group, held: known }: { group: string; held: readonly GroupRight[] }) {
  const { t } = useMessages()
  const id = useId()
  const queries = useQueryClient()
  // The ticks as the person set them, until the query has them a moment later: in between, a tick would go out again.
  const [ticked, setTicked] = useState({ known, held: known })
  if (ticked.known !== known) {
    setTicked({ known, held: known })
  }
  const { held } = ticked
  const card = useRef<HTMLElement>(null)
  /** The button that was pressed disappears. */
  const preset = (rights: readonly GroupRight[]) => {
    card.current?.focus({ preventScroll: true })
    save(() => rights)
  }
  const saving = useRef<Promise<void>>(Promise.resolve())
  // The rights that the unsaved ticks lead to: the next tick starts from these.
  const unsaved = useRef<{ rights: readonly GroupRight[] }>(undefined)
  const show = (rights: readonly GroupRight[]) => {
    setTicked({ known, held: rights })
    queries.setQueryData(
      findSettings.queryKey,
      (now) => now && { ...now, rights: { ...now.rights, [group]: [...rights] } },
    )
  }
  /**
   * A tick is shown at once, and saved after those before it; if it can't be saved, it is undone together with those
   * that wait behind it.
   */
  const save = (change: (held: readonly GroupRight[]) => readonly GroupRight[]) => {
    // A response to an earlier request would not have this tick.
    void queries.cancelQueries({ queryKey: SETTINGS, exact: true })
    const now = queries.getQueryData(findSettings.queryKey)
    const row = unsaved.current ?? { rights: heldRights(group, now?.rights ?? {}) }
    unsaved.current = row
    const seen = row.rights
    const rights = change(seen)
    row.rights = rights
    show(rights)
    saving.current = saving.current.then(async () => {
      if (unsaved.current !== row) {
        return
      }
      try {
        await changeRights(group, { rights, seen })
        if (row.rights === rights) {
          unsaved.current = undefined
        }
        showNotice({ message: t('rights.saved', { group }) })
      } catch (error) {
        unsaved.current = undefined
        if (!(error instanceof ApiError)) {
          throw error
        }
        show(seen)
        const asked = queries.invalidateQueries({ queryKey: SETTINGS })
        await showFailure(t('rights.failed'), error)
        await asked
      }
    })
  }
  const isAsItComes = sameRights(held, usualRights(group))
  return (
    <section ref={card} tabIndex={-1} className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{group}</h2>
      {group === DEFAULT_ROLE && <p className={classes.help}>{t('rights.teachers')}</p>}
      <div className={classes.rights}>
        {GROUP_RIGHTS.map((right) => (
          <ChoiceBox
            key={right}
            label={t(`rights.right.${right}`)}
            detail={t(`rights.${held.includes(right) ? 'with' : 'without'}.${right}`)}
            checked={held.includes(right)}
            onChange={(checked) =>
              save((now) => GROUP_RIGHTS.filter((one) => (one === right ? checked : now.includes(one))))
            }
          />
        ))}
      </div>
      <div className={classes.presets}>
        {group === DEFAULT_ROLE && !sameRights(held, TEACHING) && (
          <Button variant="default" size="sm" className={button.wrapping} onClick={() => preset(TEACHING)}>
            {t('rights.teachOnly')}
          </Button>
        )}
        {!isAsItComes && (
          <Button
            variant="default"
            size="sm"
            className={button.wrapping}
            onClick={() => preset(usualRights(group))}
          >
            {t('rights.usual')}
          </Button>
        )}
      </div>
    </section>
  )
}
