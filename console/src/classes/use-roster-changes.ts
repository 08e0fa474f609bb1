import { useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { Series } from '@vestry/contract/calls/classes.ts'
import { useRef, useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { putOnRoster, takeOffRoster } from '../api/people/change-roster.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { CLASSES } from './classes-calls.ts'

type Notice = { text: string; action?: { label: string; run: () => void } }

/** Changes the roster of a series. Each function returns whether it was done; a notice says what was done. */
export function useRosterChanges(series_id: number) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const [notice, setNotice] = useState<Notice>()
  const busy = useRef(false)

  const change = async (work: () => Promise<Notice>): Promise<boolean> => {
    if (busy.current) {
      return false
    }
    busy.current = true
    try {
      const news = await whileShowing(t('ui.progress.processing'), async () => {
        const done = await work()
        await queries.invalidateQueries({ queryKey: CLASSES })
        return done
      })
      setNotice(news)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      // With many children, only some of the calls may have succeeded.
      void queries.invalidateQueries({ queryKey: CLASSES })
      await showFailure(t('classes.roster.notChanged'), error)
      return false
    } finally {
      busy.current = false
    }
  }
  const add = (children: readonly Attendee[]) =>
    change(async () => {
      const ids = children.map(({ id }) => id)
      const { changed, left } = await putOnRoster(series_id, ids)
      const [only] = children
      if (left.length === children.length) {
        return { text: t('data.error.not_found') }
      }
      return {
        text:
          children.length === 1 && only !== undefined
            ? t(changed === 0 ? 'classes.roster.alreadyOn' : 'classes.roster.addedOne', {
                name: `${only.first_name} ${only.last_name}`,
              })
            : t('classes.roster.added', { count: changed }),
      }
    })
  /** Children who were already on the other roster stay there too. */
  const moveBack = (moved: number[], already: readonly number[], from: Series) =>
    change(async () => {
      await putOnRoster(series_id, moved)
      const attendee_ids = moved.filter((id) => !already.includes(id))
      if (attendee_ids.length > 0) {
        await callApi('PUT /classes/roster', {
          body: { series_id: from.id, to_series_id: series_id, attendee_ids },
        })
      }
      return { text: t('classes.roster.movedBack', { count: moved.length }) }
    })
  return {
    notice,
    add,
    remove: (children: readonly Attendee[]) =>
      change(async () => {
        const ids = children.map(({ id }) => id)
        const gone = await takeOffRoster(series_id, ids)
        return {
          text: t('classes.roster.removed', { count: gone.length }),
          ...(gone.length > 0 && {
            action: {
              label: t('classes.roster.undo'),
              run: () => void add(children.filter(({ id }) => gone.includes(id))),
            },
          }),
        }
      }),
    move: (children: readonly Attendee[], to: Series) =>
      change(async () => {
        const attendee_ids = children.map(({ id }) => id)
        const { moved, already } = await callApi('PUT /classes/roster', {
          body: { series_id, to_series_id: to.id, attendee_ids },
        })
        return {
          text: t('classes.roster.moved', { count: moved.length, title: to.title }),
          action: { label: t('classes.roster.undo'), run: () => void moveBack(moved, already, to) },
        }
      }),
  }
}
