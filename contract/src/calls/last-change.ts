import { z } from 'zod'

/** Who last changed a record, as far as the audit trail remembers: `at` in milliseconds since 1970. */
export const LastChange = z.object({ at: z.number().int(), by: z.string() }).nullable()
export type LastChange = z.output<typeof LastChange>
