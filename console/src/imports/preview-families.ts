import { isChosen, type PreviewRow } from './preview-rows.ts'

/** A family that the chosen rows make or fill. */
export type PreviewFamily = {
  key: string
  name: string
  kind: 'new' | 'changed'
  children: number
  adults: number
}

/** The families that the chosen rows make or fill, with how many are in the file. */
export function familiesIn(rows: readonly PreviewRow[]): PreviewFamily[] {
  const chosen = rows.filter(isChosen)
  const byKey = Map.groupBy(
    chosen.filter(({ plan }) => plan?.family !== undefined),
    ({ plan }) => plan?.family?.key ?? '',
  )
  return [...byKey].flatMap(([key, some]) => {
    const { name = '', kind } = some[0]?.plan?.family ?? {}
    const children = some.filter((row) => row.kind !== 'adult').length
    const own = some.flatMap(({ cells }) => cells.adults ?? [])
    const names = new Set(own.map(({ first_name, last_name }) => `${last_name}\n${first_name}`))
    const adults = some.length - children + names.size
    return (kind === 'new' || kind === 'changed') && children > 0
      ? [{ key, name, kind, children, adults }]
      : []
  })
}
