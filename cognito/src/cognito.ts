/** Everything that a program needs to embed the service. */

export type { Users } from './admin/users.ts'
export { UserError } from './admin/users.ts'
export type { AuditEvent, AuditEventKind, AuditEventParts, AuditLog } from './core/audit-events.ts'
export type { Deliver, Message, SecondFactorChange } from './core/factors/delivery.ts'
export { KeyFileError } from './core/keys/key-file.ts'
export { examineKeys } from './core/keys/open-encryptor.ts'
export { makeTemporaryPassword, passwordPolicy } from './core/passwords/password-policy.ts'
export type { CognitoTables } from './core/users/cognito-tables.ts'
export { createCognitoTables } from './core/users/create-tables.ts'
export { type Cognito, type CognitoOptions, createCognito } from './service.ts'
export { openCognitoDatabase } from './sqlite-database.ts'
