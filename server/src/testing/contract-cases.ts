import type { Answer, Refusal, TestServer } from './start-test-server.ts'

/** What the contract tests need to know about one feature's calls. */
export type ContractCases = {
  /** Valid input for each call: its body or, if it has none, its query. */
  complete: Record<string, object>
  /** One way to cause each error that a call declares, as `METHOD /path: code`. */
  ways: (server: TestServer) => Record<string, () => Promise<Answer<Refusal>>>
}
