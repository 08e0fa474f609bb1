import type { Route } from '@playwright/test'

/** For `page.route`: the server does what it was asked for, and the line breaks before its answer comes. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}
