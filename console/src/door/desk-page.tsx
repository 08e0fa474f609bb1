import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Arrivals } from '@vestry/contract/calls/door.ts'
import { MIN_DOOR_SEARCH } from '@vestry/contract/sunday-school/door-rules.ts'
import { useEffect, useState } from 'react'
import { useOwnRole } from '../auth/use-own-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { SearchInput } from '../ui/list/search-input.tsx'
import { IconUserPlus } from '../ui/look/icons.ts'
import { Arrived } from './arrived.tsx'
import classes from './desk-page.module.css'
import { findFamilies, useBoard } from './door-calls.ts'
import { FamilyAtDesk } from './family-at-desk.tsx'
import { LabelPlaceField } from './labels/label-place-field.tsx'
import { NewcomerDialog } from './newcomer-dialog.tsx'
import { ScanCode } from './scan-code.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/** Nobody types digits slower than this, in ms. */
const TYPING = 250

/** The desk where families arrive: some digits, and one tap. */
export function DeskPage() {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const [typed, setTyped] = useState('')
  const [arrived, setArrived] = useState<Arrivals>()
  const search = useSettled(typed.trim())
  const isAsked = search.length >= MIN_DOOR_SEARCH
  const board = useBoard()
  const asked = useQuery({ ...findFamilies(search), enabled: isAsked && arrived === undefined })
  const { error, refetch } = asked
  const found = asked.isPlaceholderData ? undefined : asked.data
  const [newcomers, setNewcomers] = useState(false)
  const [labels, setLabels] = useState(false)
  const field = useFirstFocus()
  const today = board.data?.classes ?? []

  const next = () => {
    setArrived(undefined)
    setTyped('')
    requestAnimationFrame(() => field.current?.focus())
  }
  const families = isAsked && search === typed.trim() ? found?.families : undefined
  return (
    <>
      <div className={classes.tools}>
        <SearchInput
          ref={field}
          className={classes.search}
          size="lg"
          aria-label={t('door.search.label')}
          placeholder={t('door.search')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setArrived(undefined)
          }}
          onClear={next}
        />
        <ScanCode
          size="lg"
          onCode={(card) => {
            setTyped(card)
            setArrived(undefined)
          }}
        />
        {may('children') && (
          <Button
            variant="default"
            size="lg"
            leftSection={<IconUserPlus size={20} aria-hidden />}
            onClick={() => setNewcomers(true)}
          >
            {t('door.newcomer')}
          </Button>
        )}
      </div>
      {board.data === undefined && board.error !== null && (
        <ErrorBox
          message={t('door.failed')}
          detail={board.error.message}
          failure={board.error}
          onRetry={() => board.refetch()}
        />
      )}
      {board.data !== undefined && today.length === 0 && <p>{t('door.noClass')}</p>}
      {arrived !== undefined && <Arrived of={arrived} onNext={next} onChange={setArrived} />}
      {arrived === undefined && isAsked && error !== null && families === undefined && (
        <ErrorBox
          message={t('door.search.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      <div role="status" className={classes.count}>
        {arrived === undefined &&
          families !== undefined &&
          (families.length === 0
            ? t('door.found.none', { text: search })
            : found?.more === true && t('door.found.more'))}
      </div>
      {arrived === undefined && families !== undefined && (
        <ul className={classes.found}>
          {families.map((family) => (
            <li key={family.family_id ?? `child ${family.children[0]?.attendee_id}`}>
              <FamilyAtDesk family={family} today={today} onArrived={setArrived} />
            </li>
          ))}
        </ul>
      )}
      <details className={classes.labels} onToggle={(event) => setLabels(event.currentTarget.open)}>
        <summary>{t('door.labels')}</summary>
        {labels && <LabelPlaceField />}
      </details>
      {newcomers && (
        <NewcomerDialog
          typed={typed}
          today={today}
          onArrived={(answer) => {
            setNewcomers(false)
            setTyped('')
            setArrived(answer)
          }}
          onClose={() => setNewcomers(false)}
        />
      )}
    </>
  )
}

/** A text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, TYPING, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
