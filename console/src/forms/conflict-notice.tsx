import { useMessages } from '../messages/use-messages.ts'
import { FormNotice } from './form-frame.tsx'

/** Says what became of a draft when someone else had saved in between, and offers its changes back. */
export function ConflictNotice(props: { notice: 'kept' | 'loaded' | undefined; onRestore: () => void }) {
  const { t } = useMessages()
  const { notice } = props
  if (notice === undefined) {
    return null
  }
  const restore = { label: t('ui.conflict.restore'), run: props.onRestore }
  return <FormNotice text={t(`ui.conflict.${notice}`)} action={notice === 'loaded' ? restore : undefined} />
}
