/** Everything that a program needs to embed the service. */

export type { Users } from './admin/users.ts'
export { UserError } from './admin/users.ts'
export type { AuditEvent, AuditEventKind, AuditEventParts, AuditLog } from './core/audit-events.ts'
export type { CognitoTables } from './core/cognito-tables.ts'
export { createCognitoTables } from './core/create-tables.ts'
export type { Deliver, Message, SecondFactorChange } from './core/delivery.ts'
export { KeyFileError } from './core/key-file.ts'
export { examineKeys } from './core/open-encryptor.ts'
export { makeTemporaryPassword, passwordPolicy } from './core/password-policy.ts'
export { type Cognito, type CognitoOptions, createCognito } from './service.ts'
export { openCognitoDatabase } from './sqlite-database.ts'
