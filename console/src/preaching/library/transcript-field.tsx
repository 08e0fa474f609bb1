import { FileButton, Textarea } from '@mantine/core'
import { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { decodeText } from '@vestry/contract/transcripts/decode-text.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { showMessage } from '../../ui/dialogs/dialogs.ts'
import type { PreachingFormState } from '../form/use-preaching-form.ts'
import classes from './library-fields.module.css'

const { max } = LIBRARY_FIELDS.transcript
/** In bytes; no character takes more than four. */
const TOO_LARGE = 4 * max

/** The transcript of a sermon, as text or with times; typed, pasted, or taken from a file. */
export function TranscriptField({ form }: { form: PreachingFormState }) {
  const { t } = useMessages()
  const read = async (file: File | null) => {
    if (file === null) {
      return
    }
    const text = file.size > TOO_LARGE ? undefined : decodeText(new Uint8Array(await file.arrayBuffer()))
    if (text === undefined || text.length > max) {
      await showMessage({ status: 'error', message: t('library.transcript.unusable', { name: file.name }) })
      return
    }
    form.set('transcript', text)
  }
  return (
    <div className={classes.transcript}>
      <Textarea
        {...form.input('transcript')}
        label={t('library.transcript')}
        description={t('library.transcript.help')}
        autosize
        minRows={3}
        maxRows={12}
      />
      <FileButton accept=".vtt,.srt,.txt,text/plain,text/vtt" onChange={(file) => void read(file)}>
        {(props) => (
          <button type="button" className={classes['from-file']} {...props}>
            {t('library.transcript.fromFile')}
          </button>
        )}
      </FileButton>
    </div>
  )
}
