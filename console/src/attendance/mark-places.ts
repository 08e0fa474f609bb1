/** A place in which a screen has kept marks of a class. */
export type Place = { name: string; classId: number }

/** The places of a person's unsaved marks on this device, whether their screens are open or not. */
export function placesOf(storage: Storage, sub: string): Place[] {
  return placesAmong(placeNames(storage), sub)
}

/** Those of these names that are a person's places. */
export function placesAmong(names: readonly string[], sub: string): Place[] {
  return names.flatMap((name) => {
    const [, classId, owner] = /^vestry\.(?:marks|roll)\.(\d+)\.(.+)\/[^/]*$/.exec(name) ?? []
    return owner === sub ? [{ name, classId: Number(classId) }] : []
  })
}

/** The name of a place, or how those of a class and person begin. */
export function placeOf(classId: number, sub: string, device: string): string {
  return `vestry.marks.${classId}.${sub}/${device}`
}

/** How the places of versions before this one begin, which kept all marks of a place together, as they are. */
export const FORMER = 'vestry.roll.'

export function removeEntries(storage: Storage, place: string): void {
  for (const name of entriesOf(storage, place)) {
    storage.removeItem(name)
  }
}

export function placeNames(storage: Storage): string[] {
  return [...new Set(namesIn(storage).map((name) => name.replace(/#\d+$/, '')))]
}

export function entriesOf(storage: Storage, place: string): string[] {
  return namesIn(storage).filter((name) => name === place || name.startsWith(`${place}#`))
}

/** The names of all that a storage keeps. */
export function namesIn(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
}
