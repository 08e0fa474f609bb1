import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FamilyDetail } from '@vestry/contract/calls/families.ts'
import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import { FAMILY_FIELDS } from '@vestry/contract/sunday-school/family-record.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormFrame } from '../forms/form-frame.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { findFamily } from './family-calls.ts'
import { fullName, isFamilyId } from './family-form-fields.ts'
import classes from './family-move.module.css'
import { useFamilyMove } from './use-family-move.tsx'

/** Makes a family of its own of some of the adults and children of one. */
export function SplitFamilyPage() {
  const { id = '' } = useParams()
  const { t } = useMessages()
  const toList = { label: t('families.page.form.toList'), to: paths.families }
  const known = isFamilyId(id)
  const family = useQuery({ ...findFamily(Number(id)), enabled: known })
  const failed = t('families.page.form.loadFailed')
  return (
    <div className={classes.page}>
      <PageHeading title={t('families.page.title.split')} />
      {known ? (
        <LoadedRecord
          record={family}
          choices={{}}
          failed={{ record: failed, choices: '' }}
          toList={toList}
          heights={[48, 100, 60, 120]}
        >
          {(loaded) => loaded && <SplitForm family={loaded} reload={() => family.refetch()} />}
        </LoadedRecord>
      ) : (
        <NotLoaded
          message={failed}
          failure={new Error(t('families.page.form.noNumber', { id }))}
          toList={toList}
        />
      )}
    </div>
  )
}

const PLACES = ['stays', 'goes', 'both'] as const
type Place = (typeof PLACES)[number]

function SplitForm({ family, reload }: { family: FamilyDetail; reload: () => Promise<unknown> }) {
  const { t } = useMessages()
  const [goers, setGoers] = useState<ReadonlySet<number>>(new Set())
  const [places, setPlaces] = useState<Readonly<Record<number, Place>>>({})
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState(false)
  const placeOf = (id: number): Place => places[id] ?? 'stays'
  const adults = family.adults.filter(({ id }) => goers.has(id))
  // Whoever goes has a name already.
  const name = typed ?? adults[0]?.last_name ?? ''
  const isNameless = sanitize(name) === ''
  const childrenWith = (...wanted: Place[]) =>
    family.children.map(({ id }) => id).filter((id) => wanted.includes(placeOf(id)))
  const form = useFamilyMove({
    from: family.id,
    leadsTo: family.id,
    check() {
      setAsked(true)
      const missing = adults.length === 0 ? 'split-adults' : isNameless ? 'split-name' : undefined
      if (missing !== undefined) {
        document.getElementById(missing)?.focus()
      }
      return missing === undefined
    },
    running: t('families.page.split.running'),
    send: () =>
      callApi('POST /families/split', {
        body: {
          id: family.id,
          version: family.version,
          name: sanitize(name),
          adults: adults.map(({ id }) => id),
          children: childrenWith('goes', 'both'),
          both: childrenWith('both'),
        },
      }),
    done: t('families.page.split.done', { name }),
    failed: t('families.page.split.failed'),
    reload,
  })
  const noAdult = asked && adults.length === 0
  return (
    <>
      <p className={classes.intro}>
        {t('families.page.split.text')} {t('families.page.days', { days: TRASH_DAYS })}
      </p>
      <FormFrame form={form} submit={t('families.page.split.submit')}>
        <fieldset className={classes.group} aria-describedby={noAdult ? 'split-adults-error' : undefined}>
          <legend>{t('families.page.split.adults')}</legend>
          {family.adults.length === 0 && <p>{t('families.page.split.noAdults')}</p>}
          {family.adults.map((adult, index) => (
            <ChoiceBox
              key={adult.id}
              id={index === 0 ? 'split-adults' : undefined}
              label={fullName(adult)}
              detail={[adult.phone, adult.email].filter(Boolean).join(' · ')}
              checked={goers.has(adult.id)}
              onChange={(goes) =>
                setGoers(
                  (now) => new Set(goes ? [...now, adult.id] : [...now].filter((id) => id !== adult.id)),
                )
              }
            />
          ))}
          {noAdult && (
            <p id="split-adults-error" className={classes.error}>
              {t('families.page.split.adultsMissing')}
            </p>
          )}
        </fieldset>
        <TextInput
          id="split-name"
          label={t('families.page.split.name')}
          withAsterisk
          autoComplete="off"
          maxLength={FAMILY_FIELDS.name.max}
          error={asked && isNameless ? t('ui.form.required') : undefined}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {family.children.length > 0 && (
          <section className={classes.group} aria-labelledby="split-children">
            <h2 id="split-children">{t('families.page.split.children')}</h2>
            {family.children.map((child) => (
              <fieldset key={child.id} className={classes.child}>
                <legend>{fullName(child)}</legend>
                {PLACES.map((place) => (
                  <label key={place}>
                    <input
                      type="radio"
                      name={`child-${child.id}`}
                      value={place}
                      checked={placeOf(child.id) === place}
                      onChange={() => setPlaces((now) => ({ ...now, [child.id]: place }))}
                    />
                    {t(`families.page.split.${place}`)}
                  </label>
                ))}
              </fieldset>
            ))}
          </section>
        )}
      </FormFrame>
    </>
  )
}
