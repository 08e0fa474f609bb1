import { loadMessages } from '../../messages/messages.ts'
import { lateCode, latePart } from '../late-code.tsx'
import { useOpenBoxes } from './dialogs.ts'

/** The dialogs, loaded before the first question; if there is no connection then, it opens once there is one. */
export const dialogs = lateCode(async () => {
  const [{ DialogBoxes }] = await Promise.all([import('./dialog-boxes.tsx'), loadMessages('forms')])
  return DialogBoxes
})

const Dialogs = latePart(dialogs)

/** There is one of these in the frame; every dialog of the console appears in it. */
export function DialogHost() {
  const open = useOpenBoxes()
  return open.length > 0 && <Dialogs boxes={open} />
}
