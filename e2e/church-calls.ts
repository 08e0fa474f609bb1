import { expect, type Page } from '@playwright/test'

type Sermon = {
  uuid: string
  version: number
  localizedname: string
  event_datetime: string
  path: string
  preacher_id: number
  preaching_category_id: number
}

/** Calls the API as the person who is signed in on `page`, beside the screens under test; none of them need be open. */
export async function callAs<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const { origin, idToken } = await signInOf(page)
  const answer = await page.request.fetch(`${origin}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${idToken}` },
    ...(body !== undefined && { data: body }),
  })
  if (!answer.ok()) {
    throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  }
  return (await answer.json()) as T
}

type SignIn = { origin: string; idToken: string }

/** The sign-in is what the context began with where nothing is open yet. */
const begunWith = new WeakMap<Page, Promise<SignIn>>()

export async function signInOf(page: Page): Promise<SignIn> {
  if (page.url() !== 'about:blank') {
    return await readSignIn(page)
  }
  const known = begunWith.get(page) ?? readSignIn(page)
  begunWith.set(page, known)
  return await known
}

async function readSignIn(page: Page): Promise<SignIn> {
  const { origins } = await page.context().storageState()
  for (const { origin, localStorage } of origins) {
    const kept = localStorage.find(({ name }) => name.endsWith('.idToken'))
    if (kept) {
      return { origin, idToken: kept.value }
    }
  }
  throw new Error('Nobody is signed in on this page.')
}

/** Saves the settings that are open, and waits until they count. */
export async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Settings saved' })).toBeVisible()
}

/** Publishes a sermon without a screen, and returns its uuid. */
export async function publish(page: Page, sermon: Partial<Sermon> & { localizedname: string }) {
  const body = { event_datetime: '2024-03-03T10:30:00', path: 'preaching/2024/none.mp3', ...sermon }
  const { uuid } = await callAs<{ uuid: string }>(page, 'POST', '/preachingManagement', body)
  return uuid
}

/** Finds the sermons of this title. */
export async function findSermons(page: Page, title: string): Promise<Sermon[]> {
  const query = new URLSearchParams({ search: title, limit: '100' })
  const { results } = await callAs<{ results: Sermon[] }>(page, 'GET', `/preachingManagement?${query}`)
  return results
}

/** Adds a preacher or finds the one of this name, and returns the id. */
export async function preacherNamed(page: Page, presenterName: string): Promise<number> {
  const preachers = await callAs<{ id: number; presenterName: string }[]>(page, 'GET', '/preachers')
  const known = preachers.find((preacher) => preacher.presenterName === presenterName)
  return known?.id ?? (await callAs<{ id: number }>(page, 'POST', '/preachers', { presenterName })).id
}

/** Adds a child without a screen, and returns its id. */
export async function addAttendee(
  page: Page,
  child: {
    first_name: string
    last_name: string
    birthdate?: string
    parent_contact?: string
    allergies?: string
    needs?: string
    notes?: string
    is_member?: number
  },
): Promise<number> {
  const { id } = await callAs<{ id: number }>(page, 'POST', '/attendees', child)
  return id
}

/** Dismisses the message that is open, after having seen that it says `text`. */
export async function dismiss(page: Page, text: string | RegExp): Promise<void> {
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText(text)
  await box.getByRole('button', { name: 'OK' }).click()
  await expect(box).toHaveCount(0)
}
