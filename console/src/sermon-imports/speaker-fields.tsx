import { Button, TextInput } from '@mantine/core'
import { MAX_NAME } from '@vestry/contract/rules/preaching-rules.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { useId, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import fields from '../ui/forms/field-labels.module.css'
import steps from '../ui/imports/import-steps.module.css'
import { Question } from '../ui/imports/questions.tsx'
import button from '../ui/wrapping-button.module.css'
import { groupSpeakers, type ImportEdits, meantBy, type Speaker } from './import-choices.ts'
import classes from './sermon-imports.module.css'

/** How many names are shown at once. */
const AT_ONCE = 30
/** How many other names are offered for a name. */
const OFFERED = 3

/**
 * The person that each name means: one of our presenters, or a new one. Names that may belong to one person are asked
 * about, group by group; the others are read as they are.
 */
export function SpeakerFields(props: {
  speakers: readonly Speaker[]
  presenters: readonly string[]
  edits: ImportEdits
  isDoubtful: boolean
  onChange: (speakers: ImportEdits['speakers']) => void
}) {
  const { t } = useMessages()
  const id = useId()
  const { speakers, presenters, edits } = props
  const [limit, setLimit] = useState(AT_ONCE)
  const known = new Set(presenters.map(nameKey))
  const groups = groupSpeakers(speakers).filter((group) => group.isDoubtful === props.isDoubtful)
  const all = groups.reduce((sum, group) => sum + group.speakers.length, 0)
  let before = 0
  const shown = groups.filter((group) => {
    before += group.speakers.length
    return before - group.speakers.length < limit
  })
  const count = shown.reduce((sum, group) => sum + group.speakers.length, 0)
  const isOurs = (name: string) => known.has(nameKey(name))
  /** Of two names only one is offered for the other: the one of our presenter, or else the one with more sermons. */
  const othersFor = (speaker: Speaker) => {
    const place = speakers.indexOf(speaker)
    const isSettled = isOurs(meantBy(speaker, edits))
    const meant = speaker.alike.flatMap((other) => {
      const at = speakers.findIndex(({ name }) => name === other)
      const as = meantBy(speakers[at] ?? { name: other, as: other }, edits)
      return isOurs(as) || (at < place && !isSettled) ? [as] : []
    })
    return [...new Set(meant)]
  }
  const field = (speaker: Speaker) => (
    <SpeakerField
      key={speaker.name}
      speaker={speaker}
      others={othersFor(speaker)}
      typed={edits.speakers.get(speaker.name) ?? speaker.as}
      meant={meantBy(speaker, edits)}
      isKnown={isOurs(meantBy(speaker, edits))}
      listId={`${id}-presenters`}
      onChange={(as) => props.onChange(new Map(edits.speakers).set(speaker.name, as))}
    />
  )
  return (
    <>
      {props.isDoubtful ? (
        shown.map((group) => (
          <Question key={group.speakers[0]?.name} title={t('sermonImport.speakers.one')}>
            <div className={classes.speakers}>{group.speakers.map(field)}</div>
          </Question>
        ))
      ) : (
        <>
          <p className={steps.text}>{t('sermonImport.speakers.text')}</p>
          <div className={`${classes.speakers} ${fields.fields}`}>
            {shown.flatMap((group) => group.speakers.map(field))}
          </div>
        </>
      )}
      {count < all && (
        <div className={steps.all}>
          <span>{t('sermonImport.speakers.shown', { shown: count, count: all })}</span>
          <Button variant="default" size="sm" onClick={() => setLimit(limit + AT_ONCE)}>
            {t('sermonImport.speakers.more')}
          </Button>
        </div>
      )}
      <datalist id={`${id}-presenters`}>
        {presenters.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

function SpeakerField(props: {
  speaker: Speaker
  /** The choice among names that may belong to the same person. */
  others: readonly string[]
  typed: string
  meant: string
  isKnown: boolean
  listId: string
  onChange: (as: string) => void
}) {
  const { t } = useMessages()
  const { speaker, typed, meant } = props
  const { name, sermons } = speaker
  const others = props.others.filter((other) => nameKey(other) !== nameKey(meant)).slice(0, OFFERED)
  return (
    <div className={classes.speaker}>
      <TextInput
        label={t('sermonImport.speakers.name', { name, count: sermons })}
        description={props.isKnown ? undefined : t('sermonImport.speakers.new')}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder={name}
        maxLength={MAX_NAME}
        list={props.listId}
        autoComplete="off"
        value={typed}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {(others.length > 0 || meant !== name) && (
        <div className={steps.all}>
          {others.map((other) => (
            <Button
              key={other}
              className={button.wrapping ?? ''}
              variant="default"
              size="sm"
              aria-label={t('sermonImport.speakers.sameOf', { name, other })}
              onClick={() => props.onChange(other)}
            >
              {t('sermonImport.speakers.same', { name: other })}
            </Button>
          ))}
          {meant !== name && (
            <Button
              className={button.wrapping ?? ''}
              variant="subtle"
              size="sm"
              aria-label={t('sermonImport.speakers.apartOf', { name })}
              onClick={() => props.onChange(name)}
            >
              {t('sermonImport.speakers.apart')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
