import { STAY_IMPORT_RIGHTS } from '@vestry/contract/rules/stay-import-rules.ts'
import { ownRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'

/** Whether a file may say who came and went at the door. */
export function offersStays(): boolean {
  return church().door && ownRole().may(STAY_IMPORT_RIGHTS)
}
