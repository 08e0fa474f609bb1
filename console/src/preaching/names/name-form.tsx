import type { ReactNode } from 'react'
import { ApiError } from '../../api/call-api.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { reloadNames } from './names-calls.ts'

/** A question about a name, in a dialog. */
export function NameForm(props: {
  title: string
  submit: string
  /** Sends, and closes the dialog after success. */
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useMessages()
  const send = async () => {
    try {
      await props.onSubmit()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        await reloadNames()
      }
      throw error
    }
  }
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      send={send}
      explain={(failure) =>
        failure instanceof ApiError && failure.code === 'not_found' ? t('names.gone') : undefined
      }
      onClose={props.onClose}
    >
      {props.children}
    </FormDialog>
  )
}
