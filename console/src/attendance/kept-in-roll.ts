import { queryOptions } from '@tanstack/react-query'
import type { KeptOf, KeptWork } from '../api/offline/kept-work.ts'
import { currentUserId } from '../auth/session.ts'
import { lateCode } from '../ui/late-code.tsx'

const keptHere = lateCode(() => import('../api/offline/kept-work.ts'))

export const keptWork = queryOptions({
  queryKey: ['kept-work'],
  queryFn: async () => (await keptHere.insist()).listKeptWork(currentUserId() ?? ''),
  networkMode: 'always',
  staleTime: 0,
})

/** What is kept here about a child of a roll: the last comment, and the last planned absence. */
export type KeptOfChild = { comment?: string; absence?: KeptOf<'absence'> }

export function keptByChild(work: readonly KeptWork[], classId: number): Map<number, KeptOfChild> {
  const kept = new Map<number, KeptOfChild>()
  for (const { operation } of work) {
    if (operation.kind === 'absence') {
      const id = operation.attendee_id ?? 0
      kept.set(id, { ...kept.get(id), absence: operation })
    } else if (operation.kind === 'comment' && operation.class_id === classId) {
      const id = operation.attendee_id ?? 0
      kept.set(id, { ...kept.get(id), comment: operation.comment })
    }
  }
  return kept
}
