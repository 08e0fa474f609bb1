import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { findFamily } from './family-calls.ts'
import { FamilyForm } from './family-form.tsx'
import { isFamilyId } from './family-form-fields.ts'

/** Adds a family, or edits the one that the address names by its number. */
export function FamilyFormPage() {
  const { id = '' } = useParams()
  const { t } = useMessages()
  const isNew = id === 'new'
  const toList = { label: t('families.page.form.toList'), to: paths.families }
  return (
    <FormPage title={t(isNew ? 'families.page.title.new' : 'shell.page.family')}>
      {isNew || isFamilyId(id) ? (
        <LoadedForm id={isNew ? undefined : id} toList={toList} />
      ) : (
        <NotLoaded
          message={t('families.page.form.loadFailed')}
          failure={new Error(t('families.page.form.noNumber', { id }))}
          toList={toList}
        />
      )}
    </FormPage>
  )
}

function LoadedForm(props: { id: string | undefined; toList: { label: string; to: string } }) {
  const { t } = useMessages()
  const isNew = props.id === undefined
  const family = useQuery({ ...findFamily(Number(props.id)), enabled: !isNew })
  return (
    <LoadedRecord
      record={isNew ? undefined : family}
      choices={{}}
      failed={{ record: t('families.page.form.loadFailed'), choices: '' }}
      toList={props.toList}
      heights={[60, 260, 260, 120]}
    >
      {(loaded) => <FamilyForm family={loaded} />}
    </LoadedRecord>
  )
}
