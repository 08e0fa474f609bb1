export const keptContactsName = (sub: string) => `vestry.keeps-contacts.${sub}`

/** Whether a person has chosen that this device keeps contacts with their rolls. */
export function keepsContacts(sub: string): boolean {
  return localStorage.getItem(keptContactsName(sub)) !== null
}
