import { isSpanish } from './code-emails.ts'
import type { Letter } from './email.ts'

/** Tells an administrator that the server could not make a copy by itself; the reason is the server's own sentence. */
export function backupLetter(given: { to: string; locale: string; reason: string }): Letter {
  return isSpanish(given.locale)
    ? {
        to: given.to,
        subject: 'No se ha podido hacer la copia de seguridad',
        text:
          `Vestry no ha podido hacer la copia de seguridad. El motivo:\n\n    ${given.reason}\n\n` +
          'Lo intenta de nuevo cada cinco minutos. Reenvía esta carta a quien se ocupa del servidor: hasta que lo ' +
          'arregle, lo que se anota no está en ninguna copia.\n',
      }
    : {
        to: given.to,
        subject: 'The backup could not be made',
        text:
          `Vestry could not make its backup. The reason:\n\n    ${given.reason}\n\n` +
          'It tries again every five minutes. Pass this letter on to whoever looks after the server: until it is ' +
          'mended, what is written down is in no copy.\n',
      }
}
