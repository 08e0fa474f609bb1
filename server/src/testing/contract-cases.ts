import type { Answer, Refusal, TestServer } from './start-test-server.ts'

/** What the standing tests over the route table need to know of one feature's calls. */
export type ContractCases = {
  /** What each call must be given, good in all its fields: its body or, where it has none, its query. */
  complete: Record<string, object>
  /** One way to meet each error that a call declares, as `METHOD /path: code`. */
  ways: (server: TestServer) => Record<string, () => Promise<Answer<Refusal>>>
}
