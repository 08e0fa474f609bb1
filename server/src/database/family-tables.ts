import type {
  COLLECTS,
  CollectRule,
  FamilyChangeKind,
  PhotoConsent,
} from '@vestry/contract/sunday-school/family-record.ts'
import type { Generated } from 'kysely'

/** The tables of families. */
export type FamilyTables = {
  /** Its version grows with every change of the family, its adults, its children, and who collects them. */
  family: {
    id: Generated<number>
    request_id: string | null
    name: string
    name_key: string
    /** Its name, and the names, telephone numbers and addresses of its adults. */
    search_key: string
    version: number
    /** Of the number of its card; empty where it has none. */
    card_hash: Generated<string>
  }
  family_search: { id: number; search_key: string }
  adult: {
    id: Generated<number>
    family_id: number
    position: number
    first_name: string
    last_name: string
    phone: string
    email: string
    language: string
    collects: (typeof COLLECTS)[number]
  }
  family_child: { family_id: number; attendee_id: number }
  /** What is said of an adult and one child; without a row, it is as for the whole family. */
  collect_rule: {
    attendee_id: number
    adult_id: number
    rule: CollectRule
    /** The day of a rule that is good for one; empty for the others. */
    day: string
    /** Why somebody is barred. */
    reason: string
  }
  attendee_care: {
    attendee_id: number
    photo_consent: PhotoConsent
    /** A day, or empty. */
    needs_reviewed: string
    need_detail: string
    version: number
  }
  /** What families were before something was done to them, and which they are now, both as JSON. */
  family_change: {
    id: Generated<number>
    request_id: string | null
    kind: FamilyChangeKind | 'imported'
    /** The import of children that did it, which takes it back when it is undone. */
    import_id: Generated<number | null>
    at: number
    changed_by: string
    changed_by_name: string
    former: string
    result: string
  }
}
