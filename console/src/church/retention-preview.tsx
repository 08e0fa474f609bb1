import type { RetentionRule } from '@vestry/contract/rules/retention-rules.ts'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { formatDate } from '../ui/wall-clock.ts'
import type { RetentionPreview } from './retention-calls.ts'

/** What a rule would remove now: how much, and whom. */
export function RetentionPreviewText(props: { rule: RetentionRule; preview: RetentionPreview }) {
  const { t, language } = useMessages()
  const { count, children } = props.preview
  const more = children.length === 0 ? 0 : count - children.length
  return (
    <>
      <p>{t(`retention.preview.${props.rule}`, { count })}</p>
      {children.length > 0 && (
        <ul>
          {children.map(({ id, first_name, last_name, last_seen }) => (
            <li key={id}>
              <Link to={paths.attendee(id)}>
                {first_name} {last_name}
              </Link>{' '}
              <span>{t('retention.lastSeen', { day: formatDate(last_seen, language) })}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('retention.preview.more', { count: more })}</p>}
    </>
  )
}
