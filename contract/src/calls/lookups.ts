import { z } from 'zod'
import { MAX_NAME } from '../rules/preaching-rules.ts'
import { Id, IdText, line } from './fields.ts'
import { route } from './route.ts'

const IdQuery = z.strictObject({ id: IdText })
const Name = line(MAX_NAME)

export const Category = z.object({ id: Id, category: z.string() })
export type Category = z.output<typeof Category>

export const Topic = z.object({ id: Id, topic: z.string() })
export type Topic = z.output<typeof Topic>

export const Preacher = z.object({ id: Id, presenterName: z.string() })
export type Preacher = z.output<typeof Preacher>

/** One of the names that items choose from, with the number of items that have it. */
export const UsedName = z.object({ id: Id, name: z.string(), items: z.number().int() })
export type UsedName = z.output<typeof UsedName>

/** `id` is removed, and `into` gets its items. */
const Merge = z.strictObject({ id: Id, into: Id })
const Merged = z.object({ message: z.string(), moved: z.number().int() })

const Saved = z.object({ message: z.string(), id: Id })
const Done = z.object({ message: z.string() })

export const lookupRoutes = {
  listNames: route('GET', '/preachingManagement/names', {
    summary:
      'List the presenters, the categories, the topics and the series, by name, with how many items each has',
    answer: z.object({
      presenters: z.array(UsedName),
      categories: z.array(UsedName),
      topics: z.array(UsedName),
      series: z.array(UsedName),
    }),
  }),
  listCategories: route('GET', '/categories', {
    summary: 'List the categories, by name',
    answer: z.array(Category),
  }),
  createCategory: route('POST', '/categories', {
    summary: 'Add a category',
    who: 'sermons',
    body: z.strictObject({ category: Name }),
    answer: Saved,
    errors: ['name_taken'],
  }),
  updateCategory: route('PUT', '/categories', {
    summary: 'Rename a category',
    who: 'sermons',
    body: z.strictObject({ id: Id, category: Name }),
    answer: Saved,
    errors: ['not_found', 'name_taken'],
  }),
  deleteCategory: route('DELETE', '/categories', {
    summary: 'Delete a category that no item uses',
    who: 'sermons',
    query: IdQuery,
    answer: Done,
    errors: ['not_found', 'in_use'],
  }),
  mergeCategories: route('POST', '/categories/merge', {
    summary: 'Give the items of one category to another one and delete the first',
    who: 'sermons',
    body: Merge,
    answer: Merged,
    errors: ['not_found', 'in_use'],
  }),
  listPreachers: route('GET', '/preachers', {
    summary: 'List the presenters, by name',
    answer: z.array(Preacher),
  }),
  createPreacher: route('POST', '/preachers', {
    summary: 'Add a presenter',
    who: 'sermons',
    body: z.strictObject({ presenterName: Name }),
    answer: Saved,
    errors: ['name_taken'],
  }),
  updatePreacher: route('PUT', '/preachers', {
    summary: 'Rename a presenter',
    who: 'sermons',
    body: z.strictObject({ id: Id, presenterName: Name }),
    answer: Saved,
    errors: ['not_found', 'name_taken'],
  }),
  deletePreacher: route('DELETE', '/preachers', {
    summary: 'Delete a presenter whom no item names',
    who: 'sermons',
    query: IdQuery,
    answer: Done,
    errors: ['not_found', 'in_use'],
  }),
  mergePreachers: route('POST', '/preachers/merge', {
    summary: 'Give the items of one presenter to another one and delete the first',
    who: 'sermons',
    body: Merge,
    answer: Merged,
    errors: ['not_found', 'in_use'],
  }),
  listTopics: route('GET', '/topics', {
    summary: 'List the topics, by name',
    answer: z.array(Topic),
  }),
  createTopic: route('POST', '/topics', {
    summary: 'Add a topic',
    who: 'sermons',
    body: z.strictObject({ topic: Name }),
    answer: Saved,
    errors: ['name_taken'],
  }),
  updateTopic: route('PUT', '/topics', {
    summary: 'Rename a topic',
    who: 'sermons',
    body: z.strictObject({ id: Id, topic: Name }),
    answer: Saved,
    errors: ['not_found', 'name_taken'],
  }),
  deleteTopic: route('DELETE', '/topics', {
    summary: 'Delete a topic that no item has',
    who: 'sermons',
    query: IdQuery,
    answer: Done,
    errors: ['not_found', 'in_use'],
  }),
  mergeTopics: route('POST', '/topics/merge', {
    summary: 'Give the items of one topic to another one and delete the first',
    who: 'sermons',
    body: Merge,
    answer: Merged,
    errors: ['not_found'],
  }),
}
