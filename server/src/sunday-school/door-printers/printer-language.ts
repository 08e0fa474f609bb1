import type { LabelPicture } from './label-picture.ts'

export type PrinterState = 'ready' | 'no_paper' | 'not_ready'

/** How a printer is spoken to. */
export type PrinterLanguage = {
  /** Asks for its state; not every printer answers. */
  ask: Buffer
  frame: (pictures: readonly LabelPicture[]) => Buffer
  /** The last state that it has told, of all that it has sent; `undefined` if that is none yet. */
  readState: (heard: Buffer) => PrinterState | undefined
}
