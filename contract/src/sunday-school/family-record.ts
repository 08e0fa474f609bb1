import type { Fields } from '../records/record-fields.ts'

// Families: whose child this is, and who may collect it. No schema is here, so that the browser may load it.

export const MAX_ADULTS = 20
export const MAX_CHILDREN = 30
/** A child of parents who live apart belongs to both of their families. */
export const MAX_FAMILIES = 2

/** Whether an adult collects the children of the family. Nobody does who was not asked about. */
export const COLLECTS = ['no', 'yes'] as const

/** The fields of an adult of a family, in the order of its form. */
export const ADULT_FIELDS = {
  first_name: { kind: 'line', max: 120, cleaned: true, required: true },
  last_name: { kind: 'line', max: 120, cleaned: true },
  phone: { kind: 'line', max: 60, cleaned: true },
  email: { kind: 'line', max: 200, cleaned: true },
  /** The one to talk to them in, as the church calls it. */
  language: { kind: 'line', max: 60, cleaned: true },
  collects: { kind: 'choice', of: COLLECTS, default: 'no', required: true },
} as const satisfies Fields

export const FAMILY_FIELDS = {
  name: { kind: 'line', max: 120, cleaned: true, required: true },
  /** Without an id, it is a new one. */
  adults: { kind: 'rows', of: { id: { kind: 'id', default: 0 }, ...ADULT_FIELDS }, max: MAX_ADULTS },
  children: { kind: 'ids', max: MAX_CHILDREN },
} as const satisfies Fields

/**
 * Whether an adult collects one child: always, on one day alone, or never; `barred` is never too, and whoever tries is
 * stopped.
 */
export const COLLECT_RULES = ['always', 'today', 'no', 'barred'] as const
export type CollectRule = (typeof COLLECT_RULES)[number]

/** What a roll tells: who does not collect, and is not barred, is nobody's business there. */
export const ROLL_RULES = ['always', 'today', 'barred'] as const satisfies readonly CollectRule[]
export type RollRule = (typeof ROLL_RULES)[number]

/** What is said of one child alone: `usual` is what is said of the adult for the whole family. */
export const CHOSEN_RULES = ['usual', 'always', 'today', 'no'] as const

/** Whether photos of a child may be shown. */
export const PHOTO_CONSENTS = ['not_asked', 'yes', 'no'] as const
export type PhotoConsent = (typeof PHOTO_CONSENTS)[number]

/** After this many days somebody asks again whether a child's allergies and needs are still right. */
export const REVIEW_DAYS = 365
export const MAX_NEED_DETAIL = 2000
export const MAX_BAR_REASON = 1000

/**
 * Who reads what of a child's families: its teachers and the office, who see more of it than its name, or those of them
 * who hold the right `safeguarding`, and whose reading is in the audit trail.
 */
export const FAMILY_READERS = {
  family: 'teachers',
  adults: 'teachers',
  contacts: 'teachers',
  collects: 'teachers',
  barred: 'teachers',
  photo_consent: 'teachers',
  needs_reviewed: 'teachers',
  need_detail: 'safeguarding',
  bar_reason: 'safeguarding',
} as const

/** What was done to families and can be undone. */
export const FAMILY_CHANGES = ['merged', 'split', 'deleted', 'taken_over'] as const
export type FamilyChangeKind = (typeof FAMILY_CHANGES)[number]

/** How many families one look at the parents' contacts offers, and one call takes over. */
export const MAX_PROPOSALS = 200
export const FAMILY_PAGE_SIZE = 20
