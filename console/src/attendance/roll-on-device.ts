import { churchToday } from '../api/church-day.ts'
import { patience } from '../api/line.ts'
import { currentUserId } from '../auth/session.ts'
import { lateCode } from '../ui/late-code.tsx'
import type { KeepsRoll } from './roll-call-store.ts'

export const keptRolls = lateCode(() => import('../api/offline/kept-rolls.ts'))

/** The roll of one class as this device keeps it for one person. What a browser refuses to keep is not kept. */
export function rollOnDevice(classId: number, sub: string): KeepsRoll {
  type Rolls = Awaited<ReturnType<typeof keptRolls.preload>>
  const onDevice = <Kept>(work: (rolls: Rolls) => Promise<Kept>) =>
    keptRolls
      .preload()
      .then(work)
      .catch(() => undefined)
  return {
    keep: (kept) =>
      void onDevice(async ({ keepRoll }) => {
        if (currentUserId() === sub) {
          await keepRoll(sub, { ...kept, at: Date.now() }, churchToday())
        }
      }),
    find: () => onDevice(({ readKeptRoll }) => readKeptRoll(sub, classId, Date.now())),
    patience,
    forget: () => void onDevice(({ removeKeptRoll }) => removeKeptRoll(sub, classId)),
  }
}
