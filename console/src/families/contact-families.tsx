import type { FamilyProposal } from '@vestry/contract/calls/families.ts'
import { memo, useCallback, useState } from 'react'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormFrame } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { ADULT_TEXTS, AdultText } from './adult-rows.tsx'
import classes from './contact-families.module.css'
import { fullName, isNameless } from './family-form-fields.ts'
import { type Proposed, useTakeOver } from './use-take-over.ts'

/** The proposals, each with a tick, and with fields for its adult once somebody wants to change something. */
export function ContactFamilies({ proposals, more }: { proposals: FamilyProposal[]; more: boolean }) {
  const { t } = useMessages()
  const [rows, setRows] = useState<readonly Proposed[]>(() =>
    proposals.map((proposal) => ({ ...proposal, chosen: true })),
  )
  const change = useCallback(
    (index: number, changed: Partial<Proposed>) =>
      setRows((now) => now.map((row, at) => (at === index ? { ...row, ...changed } : row))),
    [],
  )
  const form = useTakeOver(rows, proposals)
  const chosen = rows.filter((row) => row.chosen).length
  return (
    <>
      <p className={classes.intro}>{t('families.page.contacts.text')}</p>
      <FormFrame form={form} submit={t('families.page.contacts.submit', { count: chosen })}>
        {rows.length > 1 && (
          <ChoiceBox
            label={t('families.page.contacts.all')}
            checked={chosen === rows.length}
            onChange={(all) => setRows((now) => now.map((row) => ({ ...row, chosen: all })))}
          />
        )}
        <ul className={classes.proposals}>
          {rows.map((row, index) => (
            <Proposal key={row.children[0]?.id ?? index} row={row} index={index} onChange={change} />
          ))}
        </ul>
        {more && <p className={classes.more}>{t('families.page.contacts.more', { count: rows.length })}</p>}
      </FormFrame>
    </>
  )
}

type ProposalProps = {
  row: Proposed
  index: number
  onChange: (index: number, changed: Partial<Proposed>) => void
}

/** There may be hundreds: only the one that changes is drawn again. */
const Proposal = memo(function Proposal({ row, index, onChange }: ProposalProps) {
  const { t } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const changeAdult = (at: number, changed: Partial<Proposed['adults'][number]>) =>
    onChange(index, {
      adults: row.adults.map((adult, place) => (place === at ? { ...adult, ...changed } : adult)),
    })
  const open = isOpen || row.adults.some(isNameless)
  return (
    <li data-left-out={!row.chosen || undefined}>
      <div className={classes.head}>
        <ChoiceBox label={row.name} checked={row.chosen} onChange={(chosen) => onChange(index, { chosen })} />
        {row.chosen && !open && (
          <button
            type="button"
            className={classes.change}
            aria-label={t('families.page.contacts.changeOf', { name: row.name })}
            onClick={() => {
              setOpen(true)
              requestAnimationFrame(() => document.getElementById(`adult-${index}`)?.focus())
            }}
          >
            {t('families.page.contacts.change')}
          </button>
        )}
      </div>
      <div className={classes.about}>
        {row.adults.map((adult, at) =>
          row.chosen && open ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: none of them moves
            <div key={at} className={classes.fields}>
              {ADULT_TEXTS.map((name) => (
                <AdultText
                  key={name}
                  {...(name === 'first_name' && {
                    id: `adult-${index}`,
                    error: isNameless(adult) ? t('ui.form.required') : undefined,
                  })}
                  name={name}
                  value={adult[name]}
                  onChange={(value) => changeAdult(at, { [name]: value })}
                />
              ))}
            </div>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: none of them moves
            <p key={at}>{[fullName(adult), adult.phone, adult.email].filter(Boolean).join(' · ')}</p>
          ),
        )}
        <ul className={classes.children}>
          {row.children.map((child) => (
            <li key={child.id} className={classes.child}>
              <span className={classes.who}>{fullName(child)}</span>
              <span>{t('ui.list.quoted', { text: child.parent_contact })}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
})
