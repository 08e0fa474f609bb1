import type { LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'
import { brotherLanguage } from './frame-brother.ts'
import { ZPL } from './frame-zpl.ts'
import type { LabelPicture } from './label-picture.ts'
import { findPrinterAddress } from './printer-address.ts'
import type { PrinterLanguage } from './printer-language.ts'
import { type Printed, sendToPrinter } from './send-to-printer.ts'
import { createTurns } from './take-turns.ts'

/** How the printers with labels of each size are spoken to. */
const LANGUAGES: Partial<Record<LabelSize, PrinterLanguage>> = {
  brother_62x100: brotherLanguage('brother_62x100'),
  brother_29x90: brotherLanguage('brother_29x90'),
  zebra_102x51: ZPL,
}

/** Sends labels to a printer in this machine's network, and says by `deadline` what became of it. */
export type SendLabels = (
  printer: { host: string; port: number; size: LabelSize },
  pictures: readonly LabelPicture[],
  /** By the clock of `performance.now()`. */
  deadline: number,
) => Promise<Printed>

/** Prints one after the other at the same printer. */
export function createSendLabels({
  printerPorts,
}: {
  /** The ports that anything is sent to. */
  printerPorts: readonly number[]
}): SendLabels {
  const inTurn = createTurns()
  return async ({ host, port, size }, pictures, deadline) => {
    const silent: Printed = { outcome: 'silent', sent: false }
    const language = LANGUAGES[size] ?? ZPL
    const atPrinter = await inTurn(`${host}:${port}`, deadline, async () => {
      const address = printerPorts.includes(port) ? await findPrinterAddress(host, { deadline }) : undefined
      return address === undefined
        ? silent
        : await sendToPrinter({ host: address, port }, { language, pictures, deadline })
    })
    return atPrinter ?? silent
  }
}
