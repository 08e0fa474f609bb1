import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isMadeGroup, OFFICE, OFFICE_RIGHTS } from '@vestry/contract/rules/group-rules.ts'
import {
  GROUP_RIGHTS,
  type GroupRight,
  heldRights,
  sameRights,
  TEACHING,
  usualRights,
} from '@vestry/contract/rules/rights.ts'
import { DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { focusOnce } from '../ui/imports/focus-once.ts'
import { useChurch } from '../ui/use-church.ts'
import button from '../ui/wrapping-button.module.css'
import { askAndDeleteGroup } from './delete-group.ts'
import { type GroupPerson, whyRefused } from './group-calls.ts'
import { GroupPeople } from './group-people.tsx'
import classes from './rights-page.module.css'
import { changeRights, findSettings, SETTINGS } from './settings-calls.ts'

/** Sets of rights that one press gives to a group. */
const PRESETS: Readonly<Record<string, { label: MessageKey; rights: readonly GroupRight[] }[]>> = {
  [DEFAULT_ROLE]: [
    { label: 'rights.teachOnly', rights: TEACHING },
    { label: 'rights.usual', rights: usualRights(DEFAULT_ROLE) },
  ],
  [OFFICE]: [{ label: 'rights.usual', rights: OFFICE_RIGHTS }],
}

/** Rights that are shown only while their part of the church is on. */
const PART_OF = { safeguarding: 'families', door: 'door', doorOverride: 'door' } as const satisfies Partial<
  Record<GroupRight, string>
>

/** A group: what it may do, and who is in it. */
export function GroupCard(props: {
  group: string
  held: readonly GroupRight[]
  people: readonly GroupPerson[]
  /** Whether the user pool lists it. */
  isInPool: boolean
  /** Whether it was made just now: it is shown, and takes the focus. */
  isNew: boolean
}) {
  const { group, held: known, people } = props
  const { t } = useMessages()
  const id = useId()
  const parts = useChurch()
  const queries = useQueryClient()
  // The ticks as the person set them, until the query has them a moment later: in between, a tick would go out again.
  const [ticked, setTicked] = useState({ known, held: known })
  if (ticked.known !== known) {
    setTicked({ known, held: known })
  }
  const { held } = ticked
  const preset = (pressed: HTMLElement, rights: readonly GroupRight[]) => {
    // The button that was pressed disappears.
    pressed.closest('section')?.focus({ preventScroll: true })
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
        const { reference } = error
        await showFailure(t('rights.failed'), { message: whyRefused(group, error), reference })
        await asked
      }
    })
  }
  const presets = (Object.hasOwn(PRESETS, group) ? PRESETS[group] : undefined) ?? []
  return (
    <section
      ref={props.isNew ? focusOnce : undefined}
      tabIndex={-1}
      className={classes.card}
      aria-labelledby={id}
    >
      <h2 id={id}>{group}</h2>
      {group === DEFAULT_ROLE && <p className={classes.help}>{t('rights.teachers')}</p>}
      <div className={classes.rights}>
        {GROUP_RIGHTS.filter(
          (right) => !(right in PART_OF) || parts[PART_OF[right as keyof typeof PART_OF]],
        ).map((right) => (
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
      <div className={classes.actions}>
        {presets
          .filter(({ rights }) => !sameRights(held, rights))
          .map(({ label, rights }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              className={button.wrapping}
              onClick={(event) => preset(event.currentTarget, rights)}
            >
              {t(label)}
            </Button>
          ))}
      </div>
      <GroupPeople group={group} people={people}>
        {props.isInPool && isMadeGroup(group) && (
          <Button
            className={classes.delete ?? ''}
            variant="subtle"
            color="red"
            size="sm"
            onClick={() => void askAndDeleteGroup(queries, group)}
          >
            {t('groups.delete')}
          </Button>
        )}
      </GroupPeople>
    </section>
  )
}
