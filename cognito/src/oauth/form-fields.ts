import { passwordPolicy } from '../core/password-policy.ts'
import type { HostedWord } from './hosted-words.ts'
import { type Html, html } from './safe-html.ts'
import type { View } from './screen.ts'

type FieldOptions = {
  label: string
  type?: 'text' | 'email' | 'password' | 'tel' | 'date'
  autocomplete: string
  value?: string
  help?: string
  numeric?: boolean
  first?: boolean
}

/** A labelled field; what is wrong with it stands in place of the help and is read with it. */
export function field(view: View, name: string, options: FieldOptions): Html {
  const { label, type = 'text', autocomplete, help, numeric, first } = options
  const problem = view.problem?.field === name ? view.problem : undefined
  const value = type === 'password' ? '' : view.typed(name) || (options.value ?? '')
  const focused = view.problem?.field ? problem !== undefined : first === true
  const note = problem ? sayProblem(view, problem.word) : help
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${
    value !== '' && html` value="${value}"`
  }${numeric === true && html` inputmode="numeric"`} autocapitalize="none" spellcheck="false"${
    problem && html` aria-invalid="true"`
  }${note !== undefined && html` aria-describedby="${name}-note"`}${focused && html` autofocus`}>${
    note !== undefined && html`<p id="${name}-note" class="${problem ? 'wrong' : 'help'}">${note}</p>`
  }</div>`
}

/** One of several, as radio buttons. */
export function choices(
  view: View,
  name: string,
  labels: readonly (readonly [value: string, label: string])[],
): Html {
  const problem = view.problem?.field === name ? view.problem : undefined
  return html`<fieldset${problem && html` aria-describedby="${name}-note"`}><legend class="unseen">${view.say(
    'chooseOne',
  )}</legend>${labels.map(
    ([value, label], index) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${value}"${index === 0 && html` checked`}>${label}</label>`,
  )}${problem && html`<p id="${name}-note" class="wrong">${sayProblem(view, problem.word)}</p>`}</fieldset>`
}

export function newPasswordFields(view: View): Html {
  const help = view.say('passwordRule', { least: passwordPolicy.minLength })
  return html`${field(view, 'newPassword', { label: view.say('newPassword'), type: 'password', autocomplete: 'new-password', help })}${field(
    view,
    'confirmPassword',
    { label: view.say('confirmPassword'), type: 'password', autocomplete: 'new-password' },
  )}`
}

export function codeField(view: View): Html {
  return field(view, 'code', {
    label: view.say('code'),
    autocomplete: 'one-time-code',
    numeric: true,
    first: true,
  })
}

/** For the browser's keeper of passwords, which wants to know whose it is. */
export function knownUser(view: View): Html {
  return html`<input class="unseen" type="text" name="user" autocomplete="username" value="${view.screen.username ?? ''}" tabindex="-1" aria-hidden="true" readonly>`
}

export function submit(view: View, word: HostedWord): Html {
  return html`<button class="main">${view.say(word)}</button>`
}

/** A quiet button that leads elsewhere and needs nothing to be filled in. */
export function aside(view: View, go: string, word: HostedWord): Html {
  return html`<button class="aside" name="go" value="${go}" formnovalidate>${view.say(word)}</button>`
}

export function sayProblem(view: View, word: HostedWord): string {
  return view.say(word, { least: passwordPolicy.minLength })
}
