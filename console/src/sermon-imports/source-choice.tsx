import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { DropArea } from '../ui/forms/drop-area.tsx'
import fields from '../ui/forms/field-labels.module.css'
import steps from '../ui/imports/import-steps.module.css'
import { IconUpload } from '../ui/look/icons.ts'
import { FolderArea } from './folder-area.tsx'
import classes from './sermon-imports.module.css'
import { useBeginImport } from './use-begin-import.ts'

/** The sources of sermons, each with what it needs to begin. */
export function SourceChoice() {
  const { t } = useMessages()
  const begin = useBeginImport()
  return (
    <section className={steps.section}>
      <h2>{t('sermonImport.where')}</h2>
      <div className={`${classes.sources} ${fields.fields}`}>
        <Source title={t('sermonImport.source.wordpress')} text={t('sermonImport.wordpress.text')}>
          <span id="sermon-import-wordpress-label" className="visually-hidden">
            {t('sermonImport.wordpress.label')}
          </span>
          <DropArea
            id="sermon-import-wordpress"
            accept=".xml,text/xml,application/xml"
            multiple
            disabled={false}
            invalid={false}
            labelledBy="sermon-import-wordpress-label"
            describedBy="sermon-import-wordpress-help"
            onFiles={(files) => void begin.wordPress(files)}
            onBlur={() => undefined}
          >
            <IconUpload size={16} aria-hidden />
            <span>{t('sermonImport.wordpress.choose')}</span>
          </DropArea>
          <p id="sermon-import-wordpress-help" className={steps.help}>
            {t('sermonImport.wordpress.several')}
          </p>
        </Source>
        <Source title={t('sermonImport.source.podcast')} text={t('sermonImport.podcast.text')}>
          <PodcastForm onRead={begin.podcast} />
        </Source>
        <Source title={t('sermonImport.source.folder')} text={t('sermonImport.folder.text')}>
          <FolderArea onFiles={(files) => void begin.folder(files)} />
        </Source>
        <Source title={t('sermonImport.source.store')} text={t('sermonImport.store.text')}>
          <Button variant="default" onClick={() => void begin.store()}>
            {t('sermonImport.store.read')}
          </Button>
        </Source>
      </div>
      <p className={steps.help}>{t('sermonImport.closing')}</p>
    </section>
  )
}

function Source({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.source}>
      <h3>{title}</h3>
      <p className={steps.text}>{text}</p>
      <div className={classes.way}>{children}</div>
    </section>
  )
}

function PodcastForm({ onRead }: { onRead: (address: string) => Promise<void> }) {
  const { t } = useMessages()
  const [address, setAddress] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  return (
    <form
      noValidate
      className={classes.podcast}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = address.trim()
        setIsMissing(typed === '')
        if (typed === '') {
          document.getElementById('sermon-import-podcast')?.focus()
        } else {
          void onRead(typed)
        }
      }}
    >
      <TextInput
        id="sermon-import-podcast"
        type="url"
        label={t('sermonImport.podcast.address')}
        placeholder="https://"
        value={address}
        error={isMissing && t('sermonImport.podcast.missing')}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setIsMissing(false)
        }}
      />
      <Button type="submit" variant="default">
        {t('sermonImport.podcast.read')}
      </Button>
    </form>
  )
}
