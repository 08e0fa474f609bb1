import type { Answer, House, Refusal } from './start-house.ts'

/** What the standing tests over the route table need to know of one feature's calls. */
export type Laws = {
  /** What each call must be given, good in all its fields: its body or, where it has none, its query. */
  complete: Record<string, object>
  /** One way to meet each error that a call declares, as `METHOD /path: code`. */
  ways: (house: House) => Record<string, () => Promise<Answer<Refusal>>>
}
