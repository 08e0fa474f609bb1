import { useQuery } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { EXPORT_RIGHTS } from '@vestry/contract/rules/export-rules.ts'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'
import { useMessages } from '../messages/use-messages.ts'
import type { SelectionProps } from '../ui/list/use-several.tsx'
import { printList, tryShowing } from '../ui/print/print-list.ts'
import { type Deed, SelectionBar } from '../ui/several/selection-bar.tsx'
import { tickColumn } from '../ui/several/tick-column.tsx'
import { listSeriesTitles } from './attendee-calls.ts'
import { changeMembership, idsOf, putOn, takeOff } from './attendee-several.ts'
import { FollowUpSeveral } from './follow-up-several.tsx'

export const attendeeSelection = { tickColumn, Actions }

/** What can be done with all selected children. */
function Actions(props: SelectionProps<Attendee>) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const { data: series } = useQuery(listSeriesTitles)
  const [exporting, setExporting] = useState(false)
  /** The newest entry about asking after anybody, while it is said who asks after the selected ones. */
  const [seen, setSeen] = useState<number>()
  const { selected } = props.several
  const choices = series?.map(({ id, title }) => ({ id, name: title }))
  const onRoster = (change: typeof putOn) => async (id: number) => {
    const chosen = series?.find((one) => one.id === id)
    return chosen !== undefined && (await change(selected, chosen))
  }
  const beginAsking = async () => {
    // What is read now is what a dialog that opens now has seen.
    await tryShowing(t('ui.progress.processing'), t('attendees.followUp.failed'), async () => {
      const { newest } = await callApi('GET /follow-up')
      setSeen(newest)
    })
  }
  const keeping = (act: () => unknown) => async () => {
    await act()
    return false
  }
  const deeds: Deed[] = [
    { key: 'takeOff', label: t('children.several.takeOff'), choices, run: onRoster(takeOff) },
    ...[CHURCH_MEMBER, GUEST]
      .filter(() => may('children'))
      .map((is_member) => ({
        key: `member ${is_member}`,
        label: t(is_member === CHURCH_MEMBER ? 'children.several.member' : 'children.several.guest'),
        run: () => changeMembership(selected, is_member),
      })),
    { key: 'followUp', label: t('children.several.followUp'), run: keeping(beginAsking) },
    ...(may(EXPORT_RIGHTS)
      ? [{ key: 'export', label: t('children.several.export'), run: keeping(() => setExporting(true)) }]
      : []),
    { key: 'print', label: t('children.several.print'), run: keeping(() => printList(props.loadRest)) },
  ]
  return (
    <>
      <SelectionBar
        {...props}
        title={t('children.several.region')}
        deeds={[
          { key: 'putOn', label: t('children.several.putOn'), choices, run: onRoster(putOn) },
          ...deeds,
        ]}
      />
      {seen !== undefined && (
        <FollowUpSeveral
          selected={selected}
          seen={seen}
          onDone={() => {
            setSeen(undefined)
            props.several.onSelect(() => new Map())
          }}
          onClose={() => setSeen(undefined)}
        />
      )}
      {exporting && (
        <ExportDialog kind="attendees" only={idsOf(selected)} onClose={() => setExporting(false)} />
      )}
    </>
  )
}
