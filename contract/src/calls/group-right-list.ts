import { z } from 'zod'
import { GROUP_RIGHTS } from '../rules/rights.ts'
import { oneOf } from './fields.ts'

/** What a group holds, in the order of the rights, each once. */
export const GroupRightList = z
  .array(oneOf(GROUP_RIGHTS))
  .transform((rights) => GROUP_RIGHTS.filter((right) => rights.includes(right)))
  .meta({ description: `a list of ${GROUP_RIGHTS.join(', ')}` })
