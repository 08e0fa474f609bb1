import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { RunningServer } from './running-server.ts'

/** The code in the next email to that address. */
export async function codeByMail({ mail }: RunningServer, address: string): Promise<string> {
  return /\b(\d{6})\b/.exec(await mail.nextTo(address))?.[1] ?? ''
}

/** The code of the next email to that address that has one to choose a new password with; others tell of a change. */
export async function resetCodeByMail({ mail }: RunningServer, address: string): Promise<string> {
  let code: string | undefined
  while (code === undefined) {
    // The id of a message may begin with eight digits too.
    const [, ...body] = (await mail.nextTo(address)).split('\r\n\r\n')
    code = /\b(\d{8})\b/.exec(body.join(' '))?.[1]
  }
  return code
}

/** Has a server know something else of somebody, as `set` says in SQL. */
export function alterUser({ dataFolder }: RunningServer, email: string, set: string): void {
  const database = new DatabaseSync(join(dataFolder, 'vestry.db'))
  database.prepare(`update identity_user set ${set} where email = ?`).run(email)
  database.close()
}

/** The code in the newest text message to that number, which is in the outbox; `not` one that was read before. */
export async function codeByText(server: RunningServer, number: string, not = ''): Promise<string> {
  const folder = join(server.dataFolder, 'outbox')
  let code = ''
  await expect(async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sms.txt')).sort()
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    code = /\b(\d{6})\b/.exec(texts.findLast((text) => text.includes(number)) ?? '')?.[1] ?? ''
    expect(code).not.toBe(not)
    expect(code).toHaveLength(6)
  }).toPass()
  return code
}

/** What an authenticator app with that secret shows; `steps` half minutes from now, since each code is good once. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Calls the identity service as the person who is signed in on `page`. */
export async function callIdentity<T>(page: Page, action: string, body: object = {}): Promise<T> {
  return await page.evaluate(
    async ([name, content]) => {
      const stored = Object.keys(localStorage).find((key) => key.endsWith('.accessToken'))
      const answer = await fetch('/cognito-idp/', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${name}`,
        },
        body: JSON.stringify({ AccessToken: localStorage.getItem(stored ?? ''), ...content }),
      })
      const text = await answer.text()
      if (!answer.ok) {
        throw new Error(`${name}: ${answer.status} ${text}`)
      }
      return text === '' ? {} : JSON.parse(text)
    },
    [action, body] as const,
  )
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}
