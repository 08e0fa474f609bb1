import { Button, NativeSelect } from '@mantine/core'
import type { Collector } from '@vestry/contract/calls/families.ts'
import { PHOTO_CONSENTS } from '@vestry/contract/sunday-school/family-record.ts'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { FormNotice } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import labels from '../ui/forms/field-labels.module.css'
import { IconUserX } from '../ui/look/icons.ts'
import { fullName } from './attendee-fields.ts'
import { CollectingAdult } from './collecting-adult.tsx'
import classes from './collecting-form.module.css'
import { NeedsReview } from './needs-review.tsx'
import type { Collecting } from './use-collecting.ts'

/** A child's families with their adults: who collects the child and who must not, with a choice for each. */
export function CollectingForm(props: {
  of: { allergies: string; needs: string }
  collecting: Collecting
  mayChange: boolean
}) {
  const { t } = useMessages()
  const { collecting, mayChange } = props
  const { known } = collecting
  const { families, siblings } = known
  const barred = families.flatMap(({ adults }) => adults).filter(({ rule }) => rule === 'barred')
  return (
    <form
      className={`${classes.form} ${labels.fields}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void collecting.save()
      }}
    >
      {collecting.conflict && (
        <FormNotice text={t(collecting.dirty ? 'families.child.conflict' : 'families.child.changed')} />
      )}
      {barred.map((adult) => (
        <p key={adult.id} className={classes.barred}>
          <IconUserX size={18} aria-hidden />
          <span>{t('families.child.barred', { name: fullName(adult) })}</span>
        </p>
      ))}
      {families.length === 0 && <p className={classes.dim}>{t('families.child.none')}</p>}
      {families.map(({ id, name, adults }) => (
        <Family key={id} name={name}>
          {adults.length === 0 && <p className={classes.dim}>{t('families.child.noAdults')}</p>}
          <ul className={classes.adults}>
            {barredFirst(adults).map((adult) => (
              <CollectingAdult
                key={adult.id}
                adult={adult}
                chosen={collecting.ruleOf(adult.id)}
                onChoose={mayChange ? collecting.chooseRule : undefined}
              />
            ))}
          </ul>
        </Family>
      ))}
      {siblings.length > 0 && (
        <div>
          <h3>{t('families.child.siblings')}</h3>
          <ul className={classes.siblings}>
            {siblings.map((child) => (
              <li key={child.id}>
                <Link to={paths.attendee(child.id)}>{fullName(child)}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayChange ? (
        <NativeSelect
          label={t('families.child.photos')}
          data={PHOTO_CONSENTS.map((value) => ({ value, label: t(`families.child.photos.${value}`) }))}
          value={collecting.photo_consent}
          onChange={({ currentTarget: { value } }) => {
            const consent = PHOTO_CONSENTS.find((one) => one === value)
            if (consent !== undefined) {
              collecting.choosePhotos(consent)
            }
          }}
        />
      ) : (
        <div>
          <h3>{t('families.child.photos')}</h3>
          <p>{t(`families.child.photos.${known.photo_consent}`)}</p>
        </div>
      )}
      <NeedsReview of={props.of} collecting={collecting} mayChange={mayChange} />
      {collecting.dirty && (
        <div className={classes.actions}>
          <Button variant="default" onClick={collecting.reset}>
            {t('families.child.cancel')}
          </Button>
          <Button type="submit" loading={collecting.saving}>
            {t('families.child.save')}
          </Button>
        </div>
      )}
    </form>
  )
}

function Family({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  const { t } = useMessages()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('families.child.family', { name })}</h3>
      {children}
    </section>
  )
}

function barredFirst(adults: readonly Collector[]): Collector[] {
  const isBarred = ({ rule }: Collector) => Number(rule === 'barred')
  return adults.toSorted((one, other) => isBarred(other) - isBarred(one))
}
