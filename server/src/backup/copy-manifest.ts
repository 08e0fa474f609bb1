import { z } from 'zod'

const headers = z.record(z.string(), z.string())

/** One object of a copy: what the store said of it, and the name of its content in the repository. */
const copiedObject = z.object({
  key: z.string().min(1),
  size: z.int(),
  etag: z.string(),
  modified: z.int(),
  headers,
  content: z.string().regex(/^[0-9a-f]{64}$/),
})
export type CopiedObject = z.infer<typeof copiedObject>

export const FORMAT = 1

/** What a copy is a copy of, and what can be counted and compared in it. */
const copyManifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the program, and the last step of the schema at which the rows are. */
  version: z.string(),
  step: z.string(),
  /** Milliseconds since 1970. */
  made: z.int(),
  parish: z.string(),
  /** In the order in which they can be put back: each table after all that it refers to. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      rows: z.int(),
      /** The digest of the table's lines, as `sha256sum` gives it for the unpacked file. */
      sha256: z.string(),
    }),
  ),
  /** The highest id that each table has given out. */
  lastIds: z.record(z.string(), z.int()),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** Objects that rows name but that the store lacks or holds damaged. */
  flaws: z.array(z.object({ key: z.string(), flaw: z.enum(['missing', 'damaged']) })),
  hasKey: z.boolean(),
  /** Settings that a person who restores the copy needs to know; no secret is among them. */
  settings: z.record(z.string(), z.unknown()),
})
export type CopyManifest = z.infer<typeof copyManifest>
export type ObjectFlaw = CopyManifest['flaws'][number]

export const readManifest = (text: string): CopyManifest => copyManifest.parse(JSON.parse(text))
export const readCopiedObject = (line: string): CopiedObject => copiedObject.parse(JSON.parse(line))
