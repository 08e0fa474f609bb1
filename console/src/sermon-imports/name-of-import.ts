import type { SermonImport } from '@vestry/contract/calls/sermon-imports.ts'
import { t } from '../messages/messages.ts'

/** The name that the source gives itself, or else where it is from. */
export function nameOfImport({ source, name }: Pick<SermonImport, 'source' | 'name'>): string {
  return name || t(`sermonImport.source.${source}`)
}
