import type { Page } from '@playwright/test'
import { addAttendee, callAs, findSermons, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher, TEACHER } from './staff-people.ts'

const ODD = `O'Hara's <script>grace</script> 🙂`

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function removeAs(page: Page, path: string) {
  await callAs(page, 'DELETE', path)
}

test('a deleted sermon comes back by Undo, and its button is a sign alone', async ({ staffPage: page }) => {
  await publish(page, { localizedname: 'Quiet grace' })
  await page.goto('/preaching?search=quiet+grace')
  const remove = page.getByRole('button', { name: 'Delete Quiet grace' })
  await expect(remove).toHaveAttribute('title', 'Delete')
  expect((await remove.boundingBox())?.width).toBeLessThan(40)
  await remove.click()
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('“Quiet grace” and its files go to the trash.')
  await box.getByRole('button', { name: 'Yes' }).click()
  await expect(box).toContainText('Item successfully deleted')
  await expect(box).toContainText('It stays in the trash for 30 days.')
  await expect(box.getByRole('button', { name: 'OK' })).toBeFocused()
  expect(await findSermons(page, 'Quiet grace')).toEqual([])
  await box.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(notice(page, 'Restored')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Quiet grace', exact: true })).toBeVisible()
  expect(await findSermons(page, 'Quiet grace')).toHaveLength(1)
})

test('a deleted class comes back by Control+Z, and the notice stays while it has the focus', async ({
  openPage,
  signedIn,
  checkAccessibility,
}) => {
  const page = await openPage({ storageState: signedIn })
  await page.clock.install()
  await page.goto('/sunday-school/classes')
  await callAs(page, 'POST', '/classes', { title: 'Wrens', session_datetime: '2031-05-04T10:30' })
  await page.goto('/sunday-school/classes?search=wrens')
  const menu = page.getByRole('row').getByRole('button', { name: 'Actions for Wrens' })
  const remove = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.clock.runFor(500)
    await expect(notice(page, 'Class successfully deleted')).toBeVisible()
  }
  await remove()
  await checkAccessibility(page)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.clock.runFor(60_000)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No classes found.' })).toBeVisible()
  await callAs(page, 'POST', '/classes', { title: 'Wrens', session_datetime: '2031-05-11T10:30' })
  await page.reload()
  await remove()
  await page.keyboard.press('Control+z')
  await page.clock.runFor(500)
  await expect(menu).toBeVisible()
  await expect(notice(page, 'Restored')).toBeVisible()
  await page.clock.runFor(13_000)
  await expect(notice(page, 'Restored')).toHaveCount(0)
})

test('the trash restores and, for administrators, deletes for good @phone', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /404 .*\/api\/trash/ })
  await page.goto('/trash')
  const narrow = test.info().project.name === 'phone'
  const name = narrow ? 'Small' : 'Large'
  const uuid = await publish(page, { localizedname: `${name} ${ODD}` })
  const child = await addAttendee(page, { first_name: name, last_name: 'Lostsheep' })
  await removeAs(page, `/preachingManagement?uuid=${uuid}`)
  await removeAs(page, `/attendees?attendee_id=${child}`)
  await page.reload()
  const sermon = rowOf(page, `${name} ${ODD}`)
  await expect(sermon).toContainText('Sermon')
  await expect(sermon).toContainText('30 days left')
  await expect(rowOf(page, `${name} Lostsheep`)).toContainText('Attendee')
  await checkAccessibility(page)

  await sermon.getByRole('button', { name: /^Restore/ }).click()
  await expect(notice(page, 'Restored')).toBeVisible()
  await expect(sermon).toHaveCount(0)
  expect(await findSermons(page, `${name} O'Hara`)).toHaveLength(1)

  const gone = rowOf(page, `${name} Lostsheep`)
  const deleteForGood = async () => {
    await gone.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete for good' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(`Delete “${name} Lostsheep” for good?`)
  }
  await deleteForGood()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await deleteForGood()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(notice(page, 'Deleted for good')).toBeVisible()
  await expect(gone).toHaveCount(0)

  const other = await addAttendee(page, { first_name: name, last_name: 'Elsewhere' })
  await removeAs(page, `/attendees?attendee_id=${other}`)
  await page.reload()
  await expect(rowOf(page, `${name} Elsewhere`)).toBeVisible()
  await removeAs(page, `/trash?record=attendee/${other}`)
  await rowOf(page, `${name} Elsewhere`)
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'This is not in the trash any more; it may have been restored or deleted for good.',
  )
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rowOf(page, `${name} Elsewhere`)).toHaveCount(0)
})

test('a teacher finds children and sermons in the trash, no classes, and deletes nothing for good', async ({
  staffPage: page,
  server,
  openPageOf,
}) => {
  await employTeacher(page, server)
  const child = await addAttendee(page, { first_name: 'Lost', last_name: 'Lamb' })
  await removeAs(page, `/attendees?attendee_id=${child}`)
  const { id } = await callAs<{ id: number }>(page, 'POST', '/classes', {
    title: 'Hidden class',
    session_datetime: '2031-06-01T10:30',
  })
  await removeAs(page, `/classes?class_id=${id}`)
  const tess = await openPageOf(TEACHER)
  await tess.getByRole('navigation').getByRole('link', { name: 'Trash' }).click()
  await expect(tess).toHaveTitle(/^Trash/)
  await expect(rowOf(tess, 'Lost Lamb')).toBeVisible()
  await expect(rowOf(tess, 'Hidden class')).toHaveCount(0)
  await expect(rowOf(tess, 'Lost Lamb').getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await rowOf(tess, 'Lost Lamb').getByRole('button', { name: 'Restore Lost Lamb' }).click()
  await expect(notice(tess, 'Restored')).toBeVisible()
})
