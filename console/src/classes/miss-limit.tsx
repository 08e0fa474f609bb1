import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Roster } from '@vestry/contract/calls/rosters.ts'
import { MISS_LIMITS } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import { useRef, useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { findRoster } from './classes-calls.ts'
import classes from './miss-limit.module.css'

/** The number of absences in a row after which somebody asks after children of the class. */
export function MissLimit({ roster: { series_id, miss_limit } }: { roster: Roster }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  // The choice, until the roster says the same.
  const [chosen, setChosen] = useState<number>()
  const latest = useRef<number>(undefined)
  const saving = useRef<Promise<void>>(undefined)
  /** Saves one choice after the other; of choices made meanwhile, only the last. */
  const save = (limit: number) => {
    setChosen(limit)
    latest.current = limit
    saving.current = (saving.current ?? Promise.resolve()).then(async () => {
      if (latest.current !== limit) {
        return
      }
      try {
        await callApi('PUT /classes/roster/limit', { body: { series_id, miss_limit: limit } })
        showNotice({ message: t('classes.limit.saved') })
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error
        }
        await showFailure(t('classes.limit.failed'), error)
      } finally {
        await queries.invalidateQueries(findRoster(series_id))
        if (latest.current === limit) {
          setChosen(undefined)
        }
      }
    })
  }
  return (
    <NativeSelect
      className={classes.limit ?? ''}
      label={t('classes.limit')}
      data={MISS_LIMITS.map((limit) => ({
        value: String(limit),
        label: limit === 0 ? t('classes.limit.never') : t('classes.limit.times', { count: limit }),
      }))}
      value={String(chosen ?? miss_limit)}
      onChange={({ currentTarget: { value } }) => save(Number(value))}
    />
  )
}
