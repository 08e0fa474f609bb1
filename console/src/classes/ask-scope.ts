import type { Scope } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { t } from '../messages/messages.ts'
import { confirm, type Question } from '../ui/dialogs/dialogs.ts'

/**
 * Asks, and if the series continues after the class, also asks which of its classes are meant. Returns nothing if the
 * person has changed their mind.
 */
export async function askScope(
  question: Question & {
    /** How many classes of the series come after this one. */
    following: number
    /** What each choice means; `one` is also the text for a single class. */
    details?: Partial<Record<Scope, string | undefined>>
  },
): Promise<Scope | undefined> {
  const { following, details, ...asked } = question
  if (following === 0) {
    const message = [asked.message, details?.one].filter((text) => text !== undefined).join(' ')
    return (await confirm({ ...asked, ...(message !== '' && { message }) })) ? 'one' : undefined
  }
  const answer = await confirm({
    ...asked,
    choice: {
      label: asked.title,
      value: 'one',
      options: [
        { value: 'one', label: t('classes.scope.one'), detail: details?.one },
        {
          value: 'following',
          label: t('classes.scope.following', { count: following }),
          detail: details?.following,
        },
      ],
    },
  })
  if (answer === false) {
    return undefined
  }
  return answer.choice === 'following' ? 'following' : 'one'
}
