import { z } from 'zod'
import { Id, IdText, line } from './fields.ts'
import { route } from './route.ts'

const IdQuery = z.strictObject({ id: IdText })
const Name = line(120)

export const Category = z.object({ id: Id, category: z.string() })
export type Category = z.output<typeof Category>

export const Preacher = z.object({ id: Id, presenterName: z.string() })
export type Preacher = z.output<typeof Preacher>

const Saved = z.object({ message: z.string(), id: Id })
const Done = z.object({ message: z.string() })

export const lookupRoutes = {
  listCategories: route('GET', '/categories', {
    summary: 'List the categories, by name',
    answer: z.array(Category),
  }),
  createCategory: route('POST', '/categories', {
    summary: 'Add a category',
    body: z.strictObject({ category: Name }),
    answer: Saved,
    errors: ['name_taken'],
  }),
  updateCategory: route('PUT', '/categories', {
    summary: 'Rename a category',
    body: z.strictObject({ id: Id, category: Name }),
    answer: Saved,
    errors: ['not_found', 'name_taken'],
  }),
  deleteCategory: route('DELETE', '/categories', {
    summary: 'Delete a category that no item uses',
    query: IdQuery,
    answer: Done,
    errors: ['not_found', 'in_use'],
  }),
  listPreachers: route('GET', '/preachers', {
    summary: 'List the presenters, by name',
    answer: z.array(Preacher),
  }),
  createPreacher: route('POST', '/preachers', {
    summary: 'Add a presenter',
    body: z.strictObject({ presenterName: Name }),
    answer: Saved,
    errors: ['name_taken'],
  }),
  updatePreacher: route('PUT', '/preachers', {
    summary: 'Rename a presenter',
    body: z.strictObject({ id: Id, presenterName: Name }),
    answer: Saved,
    errors: ['not_found', 'name_taken'],
  }),
  deletePreacher: route('DELETE', '/preachers', {
    summary: 'Delete a presenter whom no item names',
    query: IdQuery,
    answer: Done,
    errors: ['not_found', 'in_use'],
  }),
}
