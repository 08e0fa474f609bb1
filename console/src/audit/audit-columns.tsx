import type { AuditEntry } from '@vestry/contract/calls/audit.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { Link } from 'react-router'
import { churchMoment } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { Column } from '../ui/list/list-table.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import classes from './audit-columns.module.css'
import { formatActor, formatDetail, formatRecord } from './audit-detail.ts'

export function auditColumns(language: MessageLanguage): Column<AuditEntry, never>[] {
  return [
    {
      key: 'kind',
      title: t('audit.column.kind'),
      heads: true,
      cell: ({ kind }) => t(`audit.kind.${kind}`),
    },
    {
      key: 'at',
      title: t('audit.column.at'),
      width: 13,
      cell: ({ at }) => {
        const moment = churchMoment(at)
        return (
          <time
            dateTime={new Date(at).toISOString()}
            title={moment.replace('T', ' ')}
            className={classes.moment}
          >
            {formatWallClock(moment, language)}
          </time>
        )
      },
    },
    {
      key: 'actor',
      title: t('audit.column.actor'),
      width: 11,
      cell: ({ actor }) => <Person email={actor} />,
    },
    {
      key: 'subject',
      title: t('audit.column.subject'),
      cell: ({ actor, subject, record, title, moment }) =>
        record !== null ? (
          <Link className={classes.person} to={paths.auditOfRecord(record)}>
            {title === undefined
              ? formatRecord(record)
              : moment === undefined
                ? title
                : `${title} · ${formatWallClock(moment, language)}`}
          </Link>
        ) : actor !== null && actor === subject ? (
          t('audit.themselves')
        ) : (
          <Person email={subject} />
        ),
    },
    {
      key: 'detail',
      title: t('audit.column.detail'),
      cell: (entry) => {
        const said = formatDetail(entry)
        // An empty cell takes no room on a phone.
        return said !== '' && <span className={`${classes.text} ${classes.detail}`}>{said}</span>
      },
    },
    {
      key: 'address',
      title: t('audit.column.address'),
      width: 8,
      cell: ({ address }) => <Text text={address} />,
    },
  ]
}

/** Links to everything about that person; an access key is not a person. */
function Person({ email }: { email: string | null }) {
  if (email === null) {
    return t('audit.nobody')
  }
  return email.includes('@') ? (
    <Link className={classes.person} to={paths.auditOf(email)}>
      {email}
    </Link>
  ) : (
    <Text text={formatActor(email)} />
  )
}

function Text({ text }: { text: string | null }) {
  return text === null ? null : <span className={classes.text}>{text}</span>
}
