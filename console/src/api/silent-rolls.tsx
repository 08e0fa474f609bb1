import { loadMessages } from '../messages/messages.ts'
import { lateCode, latePart } from '../ui/late-code.tsx'

/** Which phones of others have a roll open and are silent, of one class or of all. */
export const SilentRolls = latePart<{ classId?: number }>(
  lateCode(async () => {
    const [code] = await Promise.all([import('./claims/silent-roll-list.tsx'), loadMessages('claims')])
    return code.SilentRollList
  }),
)
