import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DoorFamily, Stay } from '@vestry/contract/calls/door.ts'
import type { DoorOperation } from '@vestry/contract/calls/door-offline.ts'
import { useEffect } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { lostSince } from '../api/line.ts'
import { isTold, onNews, useTold } from '../api/news/told-news.ts'
import { queryClient } from '../api/query-client.ts'
import type { Arriving, Body, Giving, Newcomers } from './door-bodies.ts'
import {
  arriveHere,
  giveBackHere,
  keepBoard,
  loadBook,
  readDoor,
  takeBackHere,
} from './offline/door-on-device.ts'
import { collectKept, findKept, isOnlyHere } from './offline/kept-stays.ts'

/** The key of every query of the door begins with this. */
const DOOR = ['door'] as const

const readBoard = queryOptions({
  queryKey: [...DOOR, 'board'],
  queryFn: async ({ signal }) =>
    await orHere(
      async () => await keepBoard(await callApi('GET /door', { signal })),
      async () => (await readDoor())?.board,
    ),
  staleTime: 0,
})

const FOUND = [...DOOR, 'families'] as const

export function findFamilies(search: string) {
  return queryOptions({
    queryKey: [...FOUND, search],
    queryFn: async ({ signal }) =>
      await orHere(
        () => callApi('GET /door/families', { query: { search }, signal }),
        async () => {
          const kept = await readDoor()
          return kept && findKept(kept, search)
        },
      ),
    staleTime: 0,
  })
}

/** Those of a code, or of one stay, and who may collect them. */
export function findToCollect(of: { code: string } | { stay_id: number }) {
  return queryOptions({
    queryKey: [...DOOR, 'collect', of],
    queryFn: async ({ signal }) =>
      await orHere(
        () => callApi('GET /door/collect', { query: of, signal }),
        async () => {
          const kept = await readDoor()
          return kept && 'code' in of ? collectKept(kept, of.code) : undefined
        },
      ),
    staleTime: 0,
  })
}

/** How the parents of a child can be called. */
export function findCallChoices(stay_id: number) {
  return queryOptions({
    queryKey: [...DOOR, 'calls', stay_id],
    queryFn: ({ signal }) => callApi('GET /door/calls', { query: { stay_id }, signal }),
    staleTime: 0,
  })
}

/** What is told together is read once, this long after the first, in ms. */
const TOGETHER = 200
const LOOK_EVERY = 5000
/** Classes end, which nobody tells. */
const TIME_PASSES = 60_000

/** The board, as it changes. */
export function useBoard() {
  const board = useQuery({ ...readBoard, refetchInterval: useTold() ? TIME_PASSES : LOOK_EVERY })
  const { refetch } = board
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onNews((changed) => {
      // What was read before the telling began may have changed in between.
      if (changed.includes('door') || (changed.length === 0 && isTold())) {
        timer ??= setTimeout(() => {
          timer = undefined
          void refetch()
        }, TOGETHER)
      }
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [refetch])
  return board
}

export const arrive = (body: Arriving) => thenRead(callApi('POST /door/arrivals', { body }))
/** Takes children of a family in, without a line too. */
export const arriveAtDesk = (body: Arriving, family: DoorFamily) =>
  thenRead(
    orHere(
      () => callApi('POST /door/arrivals', { body }),
      (tried) => arriveHere(body, family, tried),
    ),
  )
export const arriveNew = (body: Newcomers) => thenRead(callApi('POST /door/newcomers', { body }))
/** Gives children back; by their code and to an adult who collects, without a line too. */
export const giveBack = (body: Giving, going: readonly Stay[]) =>
  thenRead(
    orHere(
      () => callApi('POST /door/handovers', { body }),
      (tried) => giveBackHere(body, going, tried),
    ),
  )
export const bearWitness = (body: Body<'POST /door/witness'>) =>
  thenRead(callApi('POST /door/witness', { body }))
export const moveStay = (body: Body<'PUT /door/stays'>) => thenRead(callApi('PUT /door/stays', { body }))
export const undoArrival = (stay: Stay) =>
  thenRead(unlessHere(stay, 'arrival', (stay_id) => callApi('DELETE /door/stays', { query: { stay_id } })))
export const undoGiving = (stay: Stay) =>
  thenRead(
    unlessHere(stay, 'giving_back', (stay_id) => callApi('DELETE /door/handovers', { query: { stay_id } })),
  )
export const renewCode = (body: Body<'POST /door/codes'>) => thenRead(callApi('POST /door/codes', { body }))
export const closeAlert = (id: number) => thenRead(callApi('PUT /door/alerts', { body: { id } }))
export const account = (body: Body<'PUT /door/evacuation'>) =>
  thenRead(callApi('PUT /door/evacuation', { body }))

export const callParent = (body: Body<'POST /door/calls'>) => thenRead(callApi('POST /door/calls', { body }))
export const closeCalls = (stay_id: number) => thenRead(callApi('PUT /door/calls', { body: { stay_id } }))

/** What the pages show is read again, whatever became of the call; a search, when it is shown again. */
async function thenRead<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } finally {
    void queryClient.invalidateQueries({ queryKey: FOUND, refetchType: 'none' })
    for (const part of ['board', 'collect']) {
      void queryClient.invalidateQueries({ queryKey: [...DOOR, part] })
    }
  }
}

/**
 * Asks the server; where it can't be reached, this device answers, if it can. `tried`: the question may have reached the
 * server, and its answer was lost.
 */
async function orHere<Answer>(
  ask: () => Promise<Answer>,
  here: (tried: boolean) => Promise<Answer | undefined>,
): Promise<Answer> {
  const before = lostSince() === undefined ? undefined : await here(false)
  if (before !== undefined) {
    return before
  }
  try {
    return await ask()
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'unreachable'
    const found = isLost ? await here(true) : undefined
    if (found === undefined) {
      throw error
    }
    return found
  }
}

/** Takes back what only this device knows here, and all else at the server. */
async function unlessHere(
  stay: Stay,
  kind: DoorOperation['kind'],
  undo: (stay_id: number) => Promise<unknown>,
): Promise<void> {
  if (await takeBackHere(stay, kind).catch(() => false)) {
    return
  }
  let { id } = stay
  if (isOnlyHere(stay)) {
    // It was sent meanwhile: the server knows it by another id.
    const { stays } = await callApi('GET /door')
    id = stays.findLast(({ attendee_id }) => attendee_id === stay.attendee_id)?.id ?? 0
  }
  await undo(id)
}

/** So long after a page of the door is there, what the device keeps is loaded, in ms. */
const BOOK_WAITS = 1500
/** How long that is taken for new, in ms. */
const BOOK_IS_NEW = 5 * 60_000

/** Keeps on this device what the door needs without a line, while one of its pages is open. */
export function useKeptDoor(): void {
  const { data: board } = useBoard()
  const isThere = board !== undefined
  useEffect(() => {
    if (!isThere) {
      return
    }
    const load = async () => {
      const now = queryClient.getQueryData(readBoard.queryKey)
      if (now !== undefined && lostSince() === undefined && document.visibilityState === 'visible') {
        await loadBook(now)
      }
    }
    // What can't be kept is not there without a line, and nothing else suffers from it.
    const tryLoad = () => void load().catch(() => undefined)
    // Whoever has come to take a family in goes first.
    const first = setTimeout(tryLoad, BOOK_WAITS)
    const timer = setInterval(tryLoad, BOOK_IS_NEW)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isThere])
}
