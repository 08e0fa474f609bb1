import type { Page } from '@playwright/test'
import { findSermons, preacherNamed, publish } from './church-calls.ts'

/** The titles of the sermons that are listed. */
export const titles = (page: Page) => page.getByRole('rowheader')

/** Twelve sermons, a month each from January 2023 on, by two preachers in turn; once for each worker's server. */
export async function fillOrchard(page: Page) {
  if ((await findSermons(page, 'Orchard')).length === 12) {
    return
  }
  const preachers = [await preacherNamed(page, 'Abel Núñez'), await preacherNamed(page, 'Zoe Winter')]
  for (let month = 1; month <= 12; month++) {
    await publish(page, {
      localizedname: `Orchard ${month === 12 ? 'Café' : 'tree'} ${month}`,
      event_datetime: `2023-${String(month).padStart(2, '0')}-05T09:05:00`,
      preacher_id: preachers[month % 2] ?? 1,
    })
  }
}
