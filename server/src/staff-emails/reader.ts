import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { Right } from '@vestry/contract/rules/rights.ts'

/** A member of staff to whom the server may send emails. */
export type Reader = { sub: string; email: string; language: MessageLanguage; rights: readonly Right[] }
