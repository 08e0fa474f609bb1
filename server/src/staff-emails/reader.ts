import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { Right } from '@vestry/contract/rules/rights.ts'

/** Somebody of the staff whom the server may write to. */
export type Reader = { sub: string; email: string; language: MessageLanguage; rights: readonly Right[] }
