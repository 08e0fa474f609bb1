import { i18n } from '@lingui/core'
import type { Right } from '@vestry/contract/rules/rights.ts'
import { beforeAll, expect, it } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'
import { findPages } from './shell/find-pages.ts'

const foundBy = (...rights: Right[]) => {
  const may = (needed: Right | readonly Right[] | undefined = []) =>
    [needed].flat().every((right) => rights.includes(right))
  return findPages(routes, '', { arranges: rights.includes('arrange'), may }).pages.map(({ to }) => to)
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it('leads nobody to the import who lacks one of the rights that its calls ask for', () => {
  expect(foundBy('arrange', 'children', 'allChildren')).toContain(paths.importAttendees)
  expect(foundBy('arrange', 'children')).not.toContain(paths.importAttendees)
  expect(foundBy('arrange', 'allChildren')).not.toContain(paths.importAttendees)
})
