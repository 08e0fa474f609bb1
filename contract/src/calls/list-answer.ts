import { z } from 'zod'

/** One page of a list of these. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    totalCount: z.number().int(),
    /** True when a search finds more than `totalCount`, which is then the most that it counts and answers. */
    totalExceeded: z.literal(true).optional(),
  })
}
