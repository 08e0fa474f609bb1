import { NativeSelect, Radio } from '@mantine/core'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ownMemberWords } from './file-rows.ts'
import classes from './import-page.module.css'
import { type ChosenFile, findShortYear, type ImportWork } from './use-import.ts'

const CENTURY_BEFORE = 1999

/** Asks, once for each, what a file's own words for membership mean, and which century its two-digit years are in. */
export function FileWaysFields({
  work,
  file,
  asked,
}: {
  work: ImportWork
  file: ChosenFile
  asked: boolean
}) {
  const { t } = useMessages()
  const short = findShortYear(file)
  const words = file.of === 'attendees' ? [...ownMemberWords(file.table, file.mapping)] : []
  const { members = new Map() } = file
  const thisYear = Number(churchToday().slice(0, 4))
  return (
    <>
      {short !== undefined && (
        <Radio.Group
          label={t('import.century.title', { example: short })}
          value={String(file.latestYear ?? '')}
          error={asked && file.latestYear === undefined && t('import.century.needed')}
          onChange={(chosen) => work.setFile({ ...file, latestYear: Number(chosen) })}
        >
          <div className={classes.orders}>
            {[thisYear, CENTURY_BEFORE].map((year) => (
              <Radio
                key={year}
                value={String(year)}
                label={t('import.century.until', { from: String(year - 99), year: String(year) })}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {words.length > 0 && (
        <fieldset className={classes.children}>
          <legend>{t('import.members.title')}</legend>
          {words.map(([word, text]) => (
            <NativeSelect
              key={word}
              label={text}
              value={String(members.get(word) ?? '')}
              onChange={(event) => {
                const chosen = event.currentTarget.value
                const next = new Map(members)
                next.set(word, chosen === '' ? undefined : Number(chosen))
                work.setFile({ ...file, members: next })
              }}
              data={[
                { value: '', label: t('import.members.open') },
                { value: String(CHURCH_MEMBER), label: t('import.yes') },
                { value: String(GUEST), label: t('import.no') },
              ]}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
