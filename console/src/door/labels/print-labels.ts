import type { Stay } from '@vestry/contract/calls/door.ts'
import type { Printer } from '@vestry/contract/calls/door-printers.ts'
import { type LabelKind, MAX_LABELS } from '@vestry/contract/sunday-school/label-rules.ts'
import { ApiError, callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { church } from '../../console-config.ts'
import { currentLanguage, loadMessages, t } from '../../messages/messages.ts'
import { confirm, showMessage } from '../../ui/dialogs/dialogs.ts'
import { referenceOf } from '../../ui/reference.tsx'
import { formatDate } from '../../ui/wall-clock.ts'
import { drawBits, drawLabel } from './draw-label.ts'
import { labelContents } from './label-contents.ts'
import type { LabelContent } from './label-layout.ts'
import { asPaper, labelPlace, shareLabels } from './label-place.ts'
import { largeCode } from './large-code.tsx'
import { listPrinters } from './list-printers.ts'
import { printPictures } from './print-view.ts'

/** The server answers within three seconds; a line may take some more. */
const WAIT = 6000

type Codes = readonly { stay_id: number; code: string }[]

/**
 * Prints labels of these children where this device prints them, and resolves once nobody has to know more of it: what
 * did not print was then said, with the code in large letters.
 */
export async function printLabels(
  stays: readonly Stay[],
  { kinds }: { kinds: readonly LabelKind[] },
): Promise<void> {
  await loadMessages('door')
  try {
    const printers = await queryClient.ensureQueryData({ ...listPrinters, revalidateIfStale: true })
    const place = labelPlace()
    const shares = [...shareLabels(kinds, { place, printers })]
    const codes = stays.map(({ id, code }) => ({ stay_id: id, code }))
    const written = (some: readonly LabelKind[]) =>
      labelContents(stays, { kinds: some, allergies: church().allergyLabels })
    await Promise.all(shares.map(([printer, some]) => printer && sendLabels(printer, written(some), codes)))
    for (const [printer, some] of shares) {
      if (printer === undefined) {
        const size = asPaper(place)
        const pictures = written(some).map((content) => drawLabel(content, size))
        await printPictures(pictures, size)
      }
    }
  } catch (error) {
    await showMessage({
      status: 'error',
      message: t('doorLabels.cannotDraw'),
      code: codesOf(stays),
      details: error instanceof Error ? [error.message] : [],
      reference: referenceOf(error),
    })
  }
}

/** Prints a label that is nobody's; resolves with whether the printer took it. */
export async function printTestLabel(printer: Printer, code: string): Promise<boolean> {
  const day = formatDate(new Date().toISOString().slice(0, 10), currentLanguage())
  const content: LabelContent = { kind: 'guardian', head: printer.name, lines: [day], warning: '', code }
  return await sendLabels(printer, [content], [])
}

/** Sends labels to a printer, until they are printed or somebody has read why not; resolves with whether they are. */
async function sendLabels(
  printer: Printer,
  contents: readonly LabelContent[],
  stays: Codes,
): Promise<boolean> {
  let printed = true
  for (let from = 0; from < contents.length; from += MAX_LABELS) {
    printed = (await sendPart(printer, contents.slice(from, from + MAX_LABELS), stays)) && printed
  }
  return printed
}

async function sendPart(printer: Printer, contents: readonly LabelContent[], stays: Codes): Promise<boolean> {
  const pictures = contents.map((content) => drawBits(content, printer.size))
  let request_id: string = crypto.randomUUID()
  for (;;) {
    const { failure, answered } = await send({ request_id, printer, pictures, stays })
    if (failure === undefined) {
      return true
    }
    if (answered === 'refused') {
      await showMessage({ status: 'error', ...failure })
      return false
    }
    const again = await confirm({
      ...failure,
      content: largeCode(codesOf(contents)),
      yes: t('doorLabels.again'),
      no: t('ui.dialog.ok'),
    })
    if (!again) {
      return false
    }
    if (answered === 'failed') {
      // Somebody has looked: this is another print. A lost answer is asked for again.
      request_id = crypto.randomUUID()
    }
  }
}

type Sent = {
  failure?: { title: string; message: string; reference?: string | undefined }
  answered: 'printed' | 'failed' | 'refused' | 'lost'
}

async function send({
  request_id,
  printer: { id: printer_id, name: printer, bridge_id },
  pictures,
  stays,
}: {
  request_id: string
  printer: Printer
  pictures: readonly ReturnType<typeof drawBits>[]
  stays: Codes
}): Promise<Sent> {
  const body = { request_id, printer_id, pictures: [...pictures], stays: [...stays] }
  try {
    const { outcome, sent } = await callApi('POST /door/print', { body, signal: AbortSignal.timeout(WAIT) })
    if (outcome === 'printed') {
      return { answered: 'printed' }
    }
    const nothing = bridge_id === null || outcome !== 'silent' ? 'nothing' : 'bridge'
    const message = t(`doorLabels.failed.${sent ? 'perhaps' : nothing}`)
    return {
      answered: 'failed',
      failure: { title: t(`doorLabels.failed.${outcome}`, { printer }), message },
    }
  } catch (error) {
    // It may have been changed or deleted.
    void queryClient.invalidateQueries(listPrinters)
    if (error instanceof ApiError && error.code === 'changed_meanwhile') {
      const failure = { title: t('doorLabels.failed.changed'), message: t('doorLabels.failed.changed.text') }
      return { answered: 'refused', failure }
    }
    const message = error instanceof ApiError ? error.message : t('doorLabels.failed.perhaps')
    return {
      answered: 'lost',
      failure: { title: t('doorLabels.failed.call', { printer }), message, reference: referenceOf(error) },
    }
  }
}

function codesOf(those: readonly { code: string }[]): string {
  return [...new Set(those.map(({ code }) => code))].join('  ')
}
