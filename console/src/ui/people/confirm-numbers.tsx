import type { Field } from '@vestry/contract/records/record-fields.ts'
import { changesNumbers } from '@vestry/contract/rules/changes-numbers.ts'
import { cleanedTo } from '@vestry/contract/text/sanitize.ts'
import { loadMessages, t } from '../../messages/messages.ts'
import { confirm } from '../dialogs/dialogs.ts'
import classes from './confirm-numbers.module.css'

/** A text as somebody typed it, and as it would be saved; `of` says to whom or what it belongs. */
type TextChange = { of: string; before: string; after: string }

/** The texts of a form whose numbers would be saved differently from what was typed; `labelOf` names a field. */
export function changedNumbers<Name extends string>(
  fields: Readonly<Record<Name, Field>>,
  values: Readonly<Record<Name, string>>,
  labelOf: (name: Name) => string,
): TextChange[] {
  return (Object.keys(fields) as Name[]).flatMap((name) => {
    const field = fields[name]
    const before = values[name]
    const after = 'cleaned' in field ? cleanedTo(before, field.kind === 'text') : undefined
    return after !== undefined && changesNumbers(before, after) ? [{ of: labelOf(name), before, after }] : []
  })
}

/** Whether these may be saved in this way; it asks only if there are any. */
export async function confirmNumbers(changes: readonly TextChange[], detail?: string): Promise<boolean> {
  if (changes.length === 0) {
    return true
  }
  await loadMessages('forms')
  return await confirm({
    title: t('numbers.title'),
    message: t('numbers.question'),
    content: <Changes changes={changes} />,
    ...(detail !== undefined && { detail }),
    yes: t('numbers.asShown'),
    no: t('numbers.back'),
  })
}

function Changes({ changes }: { changes: readonly TextChange[] }) {
  return changes.map(({ of, before, after }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike, and none moves.
    <div key={place} className={classes.change}>
      <h3>{of}</h3>
      <dl>
        <dt>{t('numbers.before')}</dt>
        <dd>{before}</dd>
        <dt>{t('numbers.after')}</dt>
        <dd>{after}</dd>
      </dl>
    </div>
  ))
}
