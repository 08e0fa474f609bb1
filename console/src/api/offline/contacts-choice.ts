import { keepTodaysRolls } from './keep-todays-rolls.ts'
import { keepsContacts, keptContactsName } from './keeps-contacts.ts'
import { keepRollsAnew } from './kept-rolls.ts'

/** Has this device keep the contacts of a person's rolls from now on, or none of them, from the rolls that it has too. */
export async function chooseContacts(sub: string, keeps: boolean): Promise<void> {
  if (keeps === keepsContacts(sub)) {
    return
  }
  if (keeps) {
    localStorage.setItem(keptContactsName(sub), 'yes')
  } else {
    localStorage.removeItem(keptContactsName(sub))
  }
  await keepRollsAnew(sub, Date.now())
  // Without a connection, contacts are loaded once there is one.
  await keepTodaysRolls(sub).catch(() => undefined)
}
