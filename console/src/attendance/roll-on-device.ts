import { churchToday } from '../api/church-day.ts'
import { keepRoll, readKeptRoll, removeKeptRoll } from '../api/offline/kept-rolls.ts'
import { currentUserId } from '../auth/session.ts'
import type { KeepsRoll } from './roll-call-store.ts'

/** The roll of one class as this device keeps it for one person. What a browser refuses to keep is not kept. */
export function rollOnDevice(classId: number, sub: string): KeepsRoll {
  return {
    keep(kept) {
      if (currentUserId() === sub) {
        void keepRoll(sub, { ...kept, at: Date.now() }, churchToday()).catch(() => undefined)
      }
    },
    find: () => readKeptRoll(sub, classId, Date.now()).catch(() => undefined),
    forget: () => void removeKeptRoll(sub, classId).catch(() => undefined),
  }
}
