import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import { useEffect } from 'react'
import { callApi } from '../api/call-api.ts'
import { isTold, onNews, useTold } from '../api/news/told-news.ts'
import { queryClient } from '../api/query-client.ts'

/** The key of every query of the door begins with this. */
const DOOR = ['door'] as const

const readBoard = queryOptions({
  queryKey: [...DOOR, 'board'],
  queryFn: ({ signal }) => callApi('GET /door', { signal }),
  staleTime: 0,
})

const FOUND = [...DOOR, 'families'] as const

export function findFamilies(search: string) {
  return queryOptions({
    queryKey: [...FOUND, search],
    queryFn: ({ signal }) => callApi('GET /door/families', { query: { search }, signal }),
    staleTime: 0,
  })
}

/** Those of a code, or of one stay, and who may collect them. */
export function findToCollect(of: { code: string } | { stay_id: number }) {
  return queryOptions({
    queryKey: [...DOOR, 'collect', of],
    queryFn: ({ signal }) => callApi('GET /door/collect', { query: of, signal }),
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

type Body<C extends Parameters<typeof callApi>[0]> = NonNullable<CallInput<C>['body']>
export type Arriving = Body<'POST /door/arrivals'>
export type Newcomers = Body<'POST /door/newcomers'>
export type Giving = Body<'POST /door/handovers'>

export const arrive = (body: Arriving) => thenRead(callApi('POST /door/arrivals', { body }))
export const arriveNew = (body: Newcomers) => thenRead(callApi('POST /door/newcomers', { body }))
export const giveBack = (body: Giving) => thenRead(callApi('POST /door/handovers', { body }))
export const bearWitness = (body: Body<'POST /door/witness'>) =>
  thenRead(callApi('POST /door/witness', { body }))
export const moveStay = (body: Body<'PUT /door/stays'>) => thenRead(callApi('PUT /door/stays', { body }))
export const undoArrival = (stay_id: number) =>
  thenRead(callApi('DELETE /door/stays', { query: { stay_id } }))
export const undoGiving = (stay_id: number) =>
  thenRead(callApi('DELETE /door/handovers', { query: { stay_id } }))
export const renewCode = (body: Body<'POST /door/codes'>) => thenRead(callApi('POST /door/codes', { body }))
export const closeAlert = (id: number) => thenRead(callApi('PUT /door/alerts', { body: { id } }))
export const account = (body: Body<'PUT /door/evacuation'>) =>
  thenRead(callApi('PUT /door/evacuation', { body }))

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
