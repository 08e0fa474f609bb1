import { useQuery } from '@tanstack/react-query'
import type { Family, FamilyDetail } from '@vestry/contract/calls/families.ts'
import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import { useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { TwoWays } from '../ui/forms/two-ways.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SearchList } from '../ui/people/search-list.tsx'
import { useSearchState } from '../ui/people/search-list-state.ts'
import { findFamily, searchFamilies } from './family-calls.ts'
import { FamilyContent } from './family-content.tsx'
import { isFamilyId } from './family-form-fields.ts'
import classes from './family-move.module.css'
import { useFamilyMove } from './use-family-move.tsx'

/** Two families side by side, of which one stays; the other one is looked for first. */
export function MergeFamiliesPage() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const { t } = useMessages()
  const other = query.get('with')
  const toList = { label: t('families.page.form.toList'), to: paths.families }
  const numbers = [id, ...(other === null ? [] : [other])]
  const known = numbers.every(isFamilyId) && id !== other
  const one = useQuery({ ...findFamily(Number(id)), enabled: known })
  const second = useQuery({ ...findFamily(Number(other)), enabled: known && other !== null })
  const failed = t('families.page.form.loadFailed')
  return (
    <div className={classes.page}>
      <PageHeading title={t('families.page.title.merge')} />
      {known ? (
        <LoadedRecord
          record={one}
          choices={other === null ? {} : { second }}
          failed={{ record: failed, choices: failed }}
          toList={toList}
          heights={[48, 120]}
        >
          {(family, choices) =>
            family &&
            ('second' in choices && choices.second !== undefined ? (
              <MergeForm
                families={[family, choices.second]}
                reload={() => Promise.all([one.refetch(), second.refetch()])}
              />
            ) : (
              <ChooseFamily of={family} />
            ))
          }
        </LoadedRecord>
      ) : (
        <NotLoaded message={failed} failure={new Error(t('families.page.merge.same'))} toList={toList} />
      )}
    </div>
  )
}

const idOf = ({ id }: Family) => id

function ChooseFamily({ of }: { of: Family }) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const { state } = useLocation()
  const find = async (text: string, page: number) => {
    const found = await searchFamilies(text, page)
    const rows = found.rows.filter(({ id }) => id !== of.id)
    return { ...found, rows, total: found.total - (found.rows.length - rows.length) }
  }
  const search = useSearchState({ find, keyOf: idOf })
  return (
    <>
      <p className={classes.intro}>{t('families.page.merge.choose', { name: of.name })}</p>
      <div className={classes.search}>
        <SearchList<Family>
          label={t('families.page.list.search')}
          placeholder={t('families.page.list.placeholder')}
          search={search}
          keyOf={idOf}
          nameOf={({ name }) => name}
          draw={(family) => <FamilyContent of={family} />}
          action={t('families.page.merge.compare')}
          onAct={({ id }) => void navigate(paths.family(of.id, `/merge?with=${id}`), { state })}
        />
      </div>
    </>
  )
}

function MergeForm(props: {
  families: readonly [FamilyDetail, FamilyDetail]
  reload: () => Promise<unknown>
}) {
  const { t } = useMessages()
  const { families } = props
  const [keptId, setKeptId] = useState(families[0].id)
  const [kept, merged] = keptId === families[1].id ? [families[1], families[0]] : families
  const form = useFamilyMove({
    from: families[0].id,
    leadsTo: kept.id,
    running: t('families.page.merge.running'),
    send: () =>
      callApi('POST /families/merge', {
        body: {
          kept: kept.id,
          kept_version: kept.version,
          merged: merged.id,
          merged_version: merged.version,
        },
      }),
    done: t('families.page.merge.done', { merged: merged.name, kept: kept.name }),
    failed: t('families.page.merge.failed'),
    reload: props.reload,
  })
  return (
    <>
      <p className={classes.intro}>
        {t('families.page.merge.text')} {t('families.page.days', { days: TRASH_DAYS })}
      </p>
      <FormFrame form={form} submit={t('families.page.merge.submit')}>
        <TwoWays
          name="kept"
          legend={t('families.page.merge.kept')}
          value={keptId}
          onChange={setKeptId}
          ways={families.map((family) => ({ value: family.id, shown: <FamilyContent of={family} /> }))}
        />
      </FormFrame>
    </>
  )
}
