import { CloseButton, Input, TextInput } from '@mantine/core'
import { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { showMessage } from '../../ui/dialogs/dialogs.ts'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { IconUpload } from '../../ui/look/icons.ts'
import { fileNameOf } from '../form/upload-kinds.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import classes from './library-fields.module.css'

const { max, of } = LIBRARY_FIELDS.attachments
const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.gif'

/** Notes, slides and bulletins of a sermon, each with a title; files are uploaded when the sermon is saved. */
export function AttachmentsField({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const { attachments } = form.values
  const { id, error, onBlur } = form.field('attachments')
  const take = (files: readonly File[]) => {
    const refused = files.find((file) => file.size === 0 || !/^(application\/pdf|image\/.+)$/.test(file.type))
    if (refused !== undefined) {
      const reason = t(refused.size === 0 ? 'preaching.file.empty' : 'library.attachments.invalid')
      void showMessage({ status: 'error', message: `${refused.name}: ${reason}` })
    } else if (attachments.length + files.length > max) {
      void showMessage({ status: 'error', message: t('library.attachments.tooMany', { max }) })
    } else {
      form.attach(files)
    }
  }
  const rename = (path: string, title: string) =>
    form.change('attachments', (now) => now.map((row) => (row.path === path ? { ...row, title } : row)))
  return (
    <div className={classes.rows}>
      <Input.Label labelElement="div" id={`${id}-label`}>
        {t('library.attachments')}
      </Input.Label>
      {attachments.map(({ path, title }, index) => (
        <div key={path} className={classes.row}>
          <TextInput
            label={t('library.attachment', { number: index + 1 })}
            description={form.files.attachments?.[path] ? t('preaching.file.willUpload') : fileNameOf(path)}
            autoComplete="off"
            maxLength={of.title.max}
            value={title}
            onBlur={onBlur}
            onChange={(event) => rename(path, event.currentTarget.value)}
          />
          <CloseButton
            aria-label={t('library.attachment.remove', { name: title })}
            onClick={() => {
              form.detach(path)
              document.getElementById(id)?.focus()
            }}
          />
        </div>
      ))}
      <DropArea
        id={id}
        accept={ACCEPTED}
        multiple
        disabled={attachments.length >= max}
        invalid={error !== undefined}
        labelledBy={`${id}-label`}
        describedBy={error === undefined ? undefined : `${id}-error`}
        onFiles={take}
        onBlur={onBlur}
      >
        <IconUpload size={18} aria-hidden />
        {t('library.attachments.drop')}
      </DropArea>
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  )
}
