import { CognitoError } from '../errors.ts'
import { codeScreens } from './code-screens.ts'
import type { Page } from './draw-page.ts'
import { firstFactorScreens } from './first-factor-screens.ts'
import { sayProblem } from './form-fields.ts'
import { AT } from './hosted-parts.ts'
import { speak } from './hosted-words.ts'
import { isOver, wordOf } from './next-screen.ts'
import { askReset, passwordScreens } from './password-screens.ts'
import { html } from './safe-html.ts'
import { type Outcome, Problem, type ScreenKind, type ScreenName, type Turn, type View } from './screen.ts'
import { askConfirmation, signUpScreens } from './sign-up-screens.ts'

const SCREENS: Record<ScreenName, ScreenKind> = {
  ...passwordScreens,
  ...codeScreens,
  ...firstFactorScreens,
  ...signUpScreens,
}

/** A screen within its form. The button that Enter presses stands first, the other language last. */
export function drawScreen(
  given: Omit<View, 'say'>,
  { flow, cancel }: { flow: string; cancel: string },
): Pick<Page, 'title' | 'content' | 'script'> {
  const say = speak(given.language)
  const view: View = { ...given, say }
  const { name, notice } = view.screen
  const kind = SCREENS[name]
  const { problem } = view
  const other = view.language === 'en' ? 'es' : 'en'
  const content = html`<form method="post" action="${AT.signIn}"><input type="hidden" name="flow" value="${flow}">${
    notice !== undefined && problem === undefined && html`<p class="notice" role="status">${say(notice)}</p>`
  }${
    problem !== undefined &&
    problem.field === undefined &&
    html`<p class="notice grave" role="alert">${sayProblem(view, problem.word)}</p>`
  }${kind.draw(view)}<div class="end"><a href="${cancel}">${say('cancel')}</a><button class="aside" name="lang" value="${other}" lang="${other}" formnovalidate>${say(
    'otherLanguage',
  )}</button></div></form>`
  return { title: kind.title, content, script: name === 'passkey' }
}

/** Takes what was sent for a screen. What somebody can mend leads back to the same screen, with a word about it. */
export async function answerScreen(turn: Turn): Promise<Outcome> {
  const { screen } = turn
  const kind = SCREENS[screen.name]
  try {
    return await kind.answer(turn)
  } catch (error) {
    if (error instanceof Problem) {
      return { screen: withoutNotice(turn), problem: error }
    }
    if (!(error instanceof CognitoError) || error.status >= 500) {
      throw error
    }
    const username = screen.username ?? turn.field('email')
    if (error.name === 'UserNotConfirmedException') {
      return afterSending(turn, () => askConfirmation(turn, username))
    }
    if (error.name === 'PasswordResetRequiredException') {
      return afterSending(turn, () => askReset(turn, username, true))
    }
    if (isOver(error)) {
      return { screen: { name: 'signIn', username, notice: 'noticeSessionOver' } }
    }
    const word = screen.name === 'signIn' && turn.go === 'others' ? 'noOtherWay' : wordOf(error)
    return { screen: withoutNotice(turn), problem: new Problem(word, kind.fieldOf?.(error)) }
  }
}

/** The step that a refused sign-in leads to begins with a code, which may not be had so often. */
async function afterSending(turn: Turn, send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof CognitoError && error.status < 500) {
      return { screen: withoutNotice(turn), problem: new Problem(wordOf(error)) }
    }
    throw error
  }
}

function withoutNotice({ screen }: Turn) {
  const { notice: _, ...rest } = screen
  return rest
}
