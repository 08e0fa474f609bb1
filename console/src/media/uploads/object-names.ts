import { normalForm } from '@vestry/contract/text/normal-form.ts'

/** Longer names are cut, so that a path stays well within what the contract and S3 allow. */
const LONGEST_STEM = 120

/**
 * A name that is safe as the last part of a path: letters and digits of every script, dots, dashes and
 * underscores; spaces become dashes. It is never empty and never begins with a dot.
 */
export function safeName(name: string): string {
  const { stem, suffix } = splitName(normalForm(name, 'NFC'))
  return `${
    clean(stem)
      .slice(0, LONGEST_STEM)
      .replace(/[-.]+$/, '') || 'file'
  }${suffix}`
}

/** `hope.mp3`, then `hope-2.mp3`, `hope-3.mp3` and so on without end. */
export function* numberedNames(name: string): Generator<string> {
  const { stem, suffix } = splitName(safeName(name))
  yield `${stem}${suffix}`
  for (let number = 2; ; number += 1) {
    yield `${stem}-${number}${suffix}`
  }
}

/** An endless series of names with sixteen random digits, such as `hope-1f0c….mp3`: nobody ever has the same one. */
export function* randomNames(name: string): Generator<string> {
  const { stem, suffix } = splitName(safeName(name))
  while (true) {
    yield `${stem}-${crypto.randomUUID().replaceAll('-', '').slice(-16)}${suffix}`
  }
}

/** The name of a file whose content was converted: `talk.mov` with `.mp4` becomes `talk.mp4`. */
export function withSuffix(name: string, suffix: string): string {
  return `${splitName(name).stem}${suffix}`
}

function splitName(name: string): { stem: string; suffix: string } {
  const suffix = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - suffix.length)
  return stem === '' ? { stem: suffix.slice(1), suffix: '' } : { stem, suffix: suffix.toLowerCase() }
}

function clean(stem: string): string {
  return stem
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replace(/\.{2,}/g, '.')
    .replace(/-{2,}/g, '-')
    .replace(/^[.-]+/, '')
}
