import { NativeSelect } from '@mantine/core'
import type { Collector } from '@vestry/contract/calls/families.ts'
import { CHOSEN_RULES, type CollectRule } from '@vestry/contract/sunday-school/family-record.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconCalendarCheck, IconUserCheck, IconUserOff, IconUserX } from '../ui/look/icons.ts'
import { ContactLinks } from '../ui/people/contact-links.tsx'
import { fullName } from './attendee-fields.ts'
import classes from './collecting-form.module.css'
import type { ChosenRule } from './use-collecting.ts'

const SIGNS = {
  always: IconUserCheck,
  today: IconCalendarCheck,
  no: IconUserOff,
  barred: IconUserX,
} as const satisfies Record<CollectRule, unknown>

/** An adult of a child's family: how to reach them, whether they collect the child today, and a choice. */
export function CollectingAdult(props: {
  adult: Collector
  chosen: ChosenRule | undefined
  /** Left out for people who change nothing. */
  onChoose: ((id: number, rule: ChosenRule) => void) | undefined
}) {
  const { t } = useMessages()
  const { adult, onChoose } = props
  const { id, rule, phone, email, language } = adult
  const Sign = SIGNS[rule]
  const name = fullName(adult)
  const labelOf = (one: ChosenRule) =>
    t(one === 'usual' ? `families.child.usual.${adult.collects}` : `families.child.rule.${one}`)
  return (
    <li>
      <p className={classes.name}>{name}</p>
      <p className={classes.now} data-rule={rule}>
        <Sign size={16} aria-hidden />
        <span>{t(`families.child.now.${rule}`)}</span>
      </p>
      {[phone, email].map(
        (contact) =>
          contact !== '' && (
            <p key={contact} className={classes.contact}>
              <ContactLinks contact={contact} none="" />
            </p>
          ),
      )}
      {language !== '' && <p className={classes.dim}>{language}</p>}
      {rule === 'barred' && onChoose !== undefined && (
        <p className={classes.dim}>{t('families.child.barredHelp')}</p>
      )}
      {rule !== 'barred' && onChoose !== undefined && (
        <NativeSelect
          label={t('families.child.choice', { name })}
          data={CHOSEN_RULES.map((value) => ({ value, label: labelOf(value) }))}
          value={props.chosen ?? (adult.own ? rule : 'usual')}
          onChange={({ currentTarget: { value } }) => {
            const chosen = CHOSEN_RULES.find((one) => one === value)
            if (chosen !== undefined) {
              onChoose(id, chosen)
            }
          }}
        />
      )}
    </li>
  )
}
