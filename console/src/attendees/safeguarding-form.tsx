import { Button, Textarea } from '@mantine/core'
import type { ChildFamilies, Safeguarding } from '@vestry/contract/calls/families.ts'
import { MAX_BAR_REASON, MAX_NEED_DETAIL } from '@vestry/contract/sunday-school/family-record.ts'
import { useEffect, useRef } from 'react'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormNotice } from '../forms/form-frame.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import { fullName } from './attendee-fields.ts'
import classes from './collecting-form.module.css'
import { useSafeguarding } from './use-safeguarding.ts'

/** The details of a child's needs, and who must not collect it and why: nothing is read before somebody presses Show. */
export function SafeguardingForm(props: {
  known: ChildFamilies
  secret: Safeguarding | undefined
  mayChange: boolean
  onRead: (secret: Safeguarding | undefined) => void
  onSaved: (from: number, to: number) => void
}) {
  const { t } = useMessages()
  const { known, secret, mayChange } = props
  const form = useSafeguarding(props)
  const said = useRef<HTMLParagraphElement>(null)
  const shown = secret !== undefined
  useEffect(() => {
    if (shown) {
      // The button that was pressed is gone.
      said.current?.focus()
    }
  }, [shown])
  if (secret === undefined) {
    return (
      <div className={classes.form}>
        <p className={classes.dim}>{t('families.child.safeguarding.text')}</p>
        <Button
          className={classes.start ?? ''}
          variant="default"
          loading={form.busy}
          onClick={() => void form.show()}
        >
          {t('families.child.safeguarding.show')}
        </Button>
      </div>
    )
  }
  const adults = new Map(known.families.flatMap(({ adults }) => adults).map((adult) => [adult.id, adult]))
  return (
    <form
      className={`${classes.form} ${labels.fields}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <p ref={said} className={classes.dim} tabIndex={-1}>
        {t('families.child.safeguarding.read')}
      </p>
      {form.conflict && <FormNotice text={t('families.child.safeguarding.conflict')} />}
      {mayChange ? (
        <Textarea
          inputWrapperOrder={HELP_BELOW}
          label={t('families.child.safeguarding.detail')}
          description={t('families.child.safeguarding.detailHelp')}
          maxLength={MAX_NEED_DETAIL}
          autosize
          minRows={2}
          value={form.need_detail}
          onChange={(event) => form.writeDetail(event.currentTarget.value)}
        />
      ) : (
        <div>
          <h3>{t('families.child.safeguarding.detail')}</h3>
          <p className={classes.written}>{secret.need_detail || t('families.child.safeguarding.noDetail')}</p>
        </div>
      )}
      {adults.size === 0 && <p className={classes.dim}>{t('families.child.safeguarding.nobody')}</p>}
      {[...adults.values()].map((adult) => (
        <Bar
          key={adult.id}
          name={fullName(adult)}
          id={adult.id}
          form={form}
          wasBarred={adult.rule === 'barred'}
          mayChange={mayChange}
        />
      ))}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void form.hide()}>
          {t('families.child.safeguarding.hide')}
        </Button>
        {mayChange && (
          <Button type="submit" disabled={!form.dirty} loading={form.busy}>
            {t('families.child.save')}
          </Button>
        )}
      </div>
    </form>
  )
}

function Bar(props: {
  id: number
  name: string
  wasBarred: boolean
  mayChange: boolean
  form: ReturnType<typeof useSafeguarding>
}) {
  const { t } = useMessages()
  const { id, name, form } = props
  const reason = form.reasonOf(id)
  if (!props.mayChange) {
    return reason === null ? null : (
      <div>
        <h3>{t('families.child.safeguarding.bar', { name })}</h3>
        <p className={classes.written}>{reason || t('families.child.safeguarding.noReason')}</p>
      </div>
    )
  }
  return (
    <div className={classes.bar}>
      <ChoiceBox
        label={t('families.child.safeguarding.bar', { name })}
        detail={reason === null && props.wasBarred ? t('families.child.safeguarding.lifted') : undefined}
        checked={reason !== null}
        onChange={(checked) => form.writeReason(id, checked ? '' : null)}
      />
      {reason !== null && (
        <Textarea
          label={t('families.child.safeguarding.reason', { name })}
          maxLength={MAX_BAR_REASON}
          autosize
          minRows={1}
          value={reason}
          onChange={(event) => form.writeReason(id, event.currentTarget.value)}
        />
      )}
    </div>
  )
}
