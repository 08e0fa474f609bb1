import { IMPORT_RIGHTS } from './import-rules.ts'
import type { Right } from './rights.ts'

// The constants of stays at the door that come in with attendance. No schema is here, so that the browser may load it.

/** Who came and went at the door is for those who work there. */
export const STAY_IMPORT_RIGHTS = [...IMPORT_RIGHTS, 'door'] as const satisfies readonly Right[]

/** How long the name of somebody at the door may be. */
export const MAX_STAY_NAME = 200

/** What becomes of a stay at the door: it is added, or the child was there at that time already, or it can't have been. */
export const STAY_PLANS = ['new', 'same', 'impossible'] as const
export type StayPlan = (typeof STAY_PLANS)[number]
