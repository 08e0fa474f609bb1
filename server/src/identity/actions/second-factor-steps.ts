import { answerCode } from './code-step.ts'
import type { Step } from './sign-in-actions.ts'

/** The steps that a code or a second factor takes. */
export const secondFactorSteps: Record<string, Step> = {
  EMAIL_OTP: answerCode,
  SMS_OTP: answerCode,
  SMS_MFA: answerCode,
}
