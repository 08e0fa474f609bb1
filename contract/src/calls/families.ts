import { z } from 'zod'
import { MAX_SEARCH } from '../rules/list-rules.ts'
import { FAMILY_RIGHTS } from '../rules/rights.ts'
import {
  ADULT_FIELDS,
  CHOSEN_RULES,
  COLLECT_RULES,
  FAMILY_CHANGES,
  FAMILY_FIELDS,
  FAMILY_PAGE_SIZE,
  MAX_ADULTS,
  MAX_BAR_REASON,
  MAX_NEED_DETAIL,
  MAX_PROPOSALS,
  PHOTO_CONSENTS,
} from '../sunday-school/family-record.ts'
import { Attendee } from './attendees.ts'
import {
  cleanLine,
  Day,
  GREATEST,
  Id,
  IdText,
  oneOf,
  text,
  typedText,
  Uuid,
  wholeNumber,
  wholeNumberText,
} from './fields.ts'
import { LastChange } from './last-change.ts'
import { listOf } from './list-answer.ts'
import { answersOf, schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

const version = wholeNumber(1, GREATEST)
const familyFields = schemasOf(FAMILY_FIELDS)
const Done = z.object({ message: z.string() })
const Saved = Done.extend({ id: Id, version: z.number().int() })
/** What was done, by the number that undoes it. */
const Undoable = Done.extend({ change_id: Id })

const FamilyChild = Attendee.pick({ id: true, first_name: true, last_name: true, birthdate: true })
const Adult = z.object({ id: Id, ...answersOf(ADULT_FIELDS) })
export type Adult = z.output<typeof Adult>

/** A family with its adults in the order of its form, and its children by birth date. */
export const Family = z.object({
  id: Id,
  name: z.string(),
  /** Grows with every change; a change that is sent with another one is refused. */
  version: z.number().int(),
  adults: z.array(Adult),
  children: z.array(FamilyChild),
})
export type Family = z.output<typeof Family>

export const FamilyDetail = Family.extend({ last_change: LastChange })
export type FamilyDetail = z.output<typeof FamilyDetail>

/** An adult of a child's family, and whether they collect this child. */
const Collector = z.object({
  id: Id,
  ...answersOf(ADULT_FIELDS),
  /** What is so today. */
  rule: oneOf(COLLECT_RULES),
  /** Said of this child alone, and not of the whole family. */
  own: z.boolean(),
})
export type Collector = z.output<typeof Collector>

export const ChildFamilies = z.object({
  attendee_id: Id,
  /** Of all that is said of the child here; 0 while nothing is. */
  version: z.number().int(),
  photo_consent: oneOf(PHOTO_CONSENTS),
  /** When somebody last asked whether allergies and needs are right. */
  needs_reviewed: z.string().nullable(),
  families: z.array(z.object({ id: Id, name: z.string(), adults: z.array(Collector) })),
  siblings: z.array(FamilyChild.omit({ birthdate: true })),
})
export type ChildFamilies = z.output<typeof ChildFamilies>

const Bar = z.object({ adult_id: Id, reason: z.string() })

export const Safeguarding = z.object({
  attendee_id: Id,
  version: z.number().int(),
  /** What staff must do about an allergy or a need, in all detail. */
  need_detail: z.string(),
  bars: z.array(Bar),
})
export type Safeguarding = z.output<typeof Safeguarding>

const NewFamily = z.strictObject({ request_id: Uuid.optional(), ...familyFields })

/** A family that could be made of what stands at children as their parents' contact. */
export const FamilyProposal = z.object({
  name: z.string(),
  adults: z.array(z.object(answersOf(ADULT_FIELDS))),
  children: z.array(FamilyChild.extend({ parent_contact: z.string() })),
})
export type FamilyProposal = z.output<typeof FamilyProposal>

const FamilyChange = z.object({
  id: Id,
  kind: oneOf(FAMILY_CHANGES),
  /** The names of the families as they were, or as they are now. */
  names: z.array(z.string()),
  /** How many there are. */
  count: z.number().int(),
  /** In milliseconds since 1970. */
  at: z.number().int(),
  by: z.string(),
})
export type FamilyChange = z.output<typeof FamilyChange>

export const familyRoutes = {
  list: route('GET', '/families', {
    summary:
      'List the families by name, one page at a time; a search looks at their adults and telephones too',
    who: 'allChildren',
    query: z.strictObject({
      search: text(MAX_SEARCH).optional(),
      limit: wholeNumberText(1, 100).default(FAMILY_PAGE_SIZE),
      offset: wholeNumberText(0, GREATEST).default(0),
    }),
    answer: listOf(Family),
  }),
  find: route('GET', '/families/one', {
    summary: 'A family',
    who: 'allChildren',
    query: z.strictObject({ family_id: IdText }),
    answer: FamilyDetail,
    errors: ['not_found'],
  }),
  create: route('POST', '/families', {
    summary: 'Add a family; repeated with the same request_id, it adds nothing new',
    who: FAMILY_RIGHTS,
    body: NewFamily,
    answer: Saved,
    errors: ['not_found', 'in_use'],
  }),
  update: route('PUT', '/families', {
    summary: 'Change a family, if nobody else changed it since',
    who: FAMILY_RIGHTS,
    body: z.strictObject({ id: Id, version, ...familyFields }),
    answer: Saved,
    errors: ['not_found', 'changed_meanwhile', 'in_use'],
  }),
  remove: route('DELETE', '/families', {
    summary: 'Delete a family and its adults; the children stay. It can be undone for thirty days',
    who: [...FAMILY_RIGHTS, 'delete'],
    query: z.strictObject({ family_id: IdText }),
    answer: Undoable,
    errors: ['not_found'],
  }),
  merge: route('POST', '/families/merge', {
    summary: 'Put the adults and children of one family into another one; it can be undone for thirty days',
    who: FAMILY_RIGHTS,
    body: z.strictObject({ kept: Id, kept_version: version, merged: Id, merged_version: version }),
    answer: Undoable,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  split: route('POST', '/families/split', {
    summary:
      'Make a family of its own of some adults, with some of the children, who may belong to both; it can be undone for thirty days',
    who: FAMILY_RIGHTS,
    body: z.strictObject({
      id: Id,
      version,
      name: cleanLine(FAMILY_FIELDS.name.max),
      adults: z.array(Id).max(MAX_ADULTS).meta({ description: 'a list of the adults who go' }),
      children: familyFields.children,
      /** Of those children, who stays in the first family too. */
      both: familyFields.children.default([]),
    }),
    answer: Undoable.extend({ id: Id }),
    errors: ['not_found', 'changed_meanwhile', 'in_use'],
  }),
  card: route('POST', '/families/card', {
    summary: 'Give a family a card for self check-in; the one that it had counts no more',
    who: FAMILY_RIGHTS,
    body: z.strictObject({ family_id: Id }),
    answer: Done.extend({
      /** Its number, which is never told again. */
      card: z.string(),
    }),
    errors: ['not_found'],
  }),
  changes: route('GET', '/families/changes', {
    summary: 'What was done to families in the last thirty days and can be undone, the latest first',
    who: FAMILY_RIGHTS,
    answer: z.array(FamilyChange),
  }),
  undo: route('POST', '/families/changes/undo', {
    summary: 'Undo it, if nothing of it was changed since',
    who: FAMILY_RIGHTS,
    body: z.strictObject({ change_id: Id }),
    answer: Done,
    errors: ['not_found', 'changed_meanwhile', 'in_use'],
  }),
  propose: route('GET', '/families/proposals', {
    summary:
      'Families that could be made of the contacts of parents: children without a family, siblings by contact and name',
    who: FAMILY_RIGHTS,
    answer: z.object({
      proposals: z.array(FamilyProposal),
      /** There are more than these. */
      more: z.boolean(),
    }),
  }),
  takeOver: route('POST', '/families/take-over', {
    summary:
      'Add these families in one step; those with a child that has a family by now are left out. Repeated with the same request_id, it adds nothing',
    who: FAMILY_RIGHTS,
    body: z.strictObject({
      request_id: Uuid,
      families: z
        .array(z.strictObject(familyFields))
        .min(1)
        .max(MAX_PROPOSALS)
        .meta({ description: `a list of 1 to ${MAX_PROPOSALS} families` }),
    }),
    answer: Undoable.extend({
      added: z.number().int(),
      /** The places of those that were left out. */
      refused: z.array(z.number().int()),
    }),
  }),
  findOfChild: route('GET', '/families/child', {
    summary: "A child's families, who collects the child today, and who may not",
    query: z.strictObject({ attendee_id: IdText }),
    answer: ChildFamilies,
    errors: ['not_found'],
  }),
  changeOfChild: route('PUT', '/families/child', {
    summary: 'Say who collects a child, whether its photos may be shown, and when its needs were looked at',
    who: 'children',
    body: z.strictObject({
      attendee_id: Id,
      version: wholeNumber(0, GREATEST),
      photo_consent: oneOf(PHOTO_CONSENTS),
      needs_reviewed: Day.nullable(),
      /** Of adults who are left out nothing changes. */
      rules: z
        .array(z.strictObject({ adult_id: Id, rule: oneOf(CHOSEN_RULES) }))
        .max(MAX_ADULTS * 2)
        .meta({ description: 'a list of adults and rules' }),
    }),
    answer: Saved,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  findSafeguarding: route('GET', '/families/safeguarding', {
    summary: "The details of a child's needs, and why somebody may not collect it; the reading is recorded",
    who: 'safeguarding',
    query: z.strictObject({ attendee_id: IdText }),
    answer: Safeguarding,
    errors: ['not_found'],
  }),
  changeSafeguarding: route('PUT', '/families/safeguarding', {
    summary: "Write the details of a child's needs, and say who may never collect it",
    who: ['children', 'safeguarding'],
    body: z.strictObject({
      attendee_id: Id,
      version: wholeNumber(0, GREATEST),
      need_detail: typedText(MAX_NEED_DETAIL),
      /** All who are barred; whoever is left out is not barred any more. */
      bars: z
        .array(z.strictObject({ adult_id: Id, reason: typedText(MAX_BAR_REASON) }))
        .max(MAX_ADULTS * 2)
        .meta({ description: 'a list of adults and reasons' }),
    }),
    answer: Saved,
    errors: ['not_found', 'changed_meanwhile'],
  }),
}
