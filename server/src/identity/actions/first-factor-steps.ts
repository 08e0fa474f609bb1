import type { Flow, Step } from './sign-in-actions.ts'

/** How a sign-in begins whose first factor is chosen, or is a challenge of the parish's own. */
export const firstFactorFlows: Record<string, Flow> = {}

export const firstFactorSteps: Record<string, Step> = {}
