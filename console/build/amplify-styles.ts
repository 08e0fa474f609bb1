import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ID = 'virtual:amplify.css'
const STYLES = resolve(dirname(fileURLToPath(import.meta.resolve('@aws-amplify/ui-react'))), '../styles')

/** The components of which the sign-in screens consist; those that others are made of come first. */
const PARTS = [
  'flex',
  'text',
  'button',
  'field',
  'fieldset',
  'heading',
  'icon',
  'image',
  'input',
  'link',
  'loader',
  'alert',
  'authenticator',
  'copy',
  'divider',
  'fieldGroup',
  'fieldMessages',
  'passwordField',
  'radio',
  'radiogroup',
  'radioGroupField',
  'select',
  'selectField',
  'phoneNumberField',
  'dialCodeSelect',
  'tabs',
  'textField',
  'visuallyHidden',
  'fieldModifiers',
]

/**
 * Serves `virtual:amplify.css`: the stylesheets of the sign-in screens' components, with only the variables that they
 * use, and without the kit's rules for the whole page, which would still apply after the sign-in.
 */
export function amplifyStyles(): Plugin {
  return {
    name: 'vestry:amplify-styles',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? writeStyles() : null),
  }
}

async function writeStyles(): Promise<string> {
  const read = (part: string) => readFile(resolve(STYLES, `${part}.css`), 'utf8')
  const [base, ...parts] = await Promise.all([read('base'), ...PARTS.map(read)])
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of (base ?? '').matchAll(/(--amplify-[\w-]+):([^;]+);/g)) {
    values.set(name, value.trim())
  }
  const used = new Set<string>()
  const collect = (css: string) => {
    for (const [name] of css.matchAll(/--amplify-[\w-]+/g)) {
      const value = values.get(name)
      if (value !== undefined && !used.has(name)) {
        used.add(name)
        collect(value)
      }
    }
  }
  for (const part of parts) {
    collect(part)
  }
  const variables = [...used].map((name) => `${name}:${values.get(name)};`).join('\n')
  // Like the kit's base file, but only for its own elements: protects them from the page's styles.
  const reset = '[class*=amplify]{all:unset;box-sizing:border-box}'
  return `:root{\n${variables}\n}\n${reset}\n${parts.join('\n')}`
}
