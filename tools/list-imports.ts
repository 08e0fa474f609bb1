import { dirname, join, normalize } from 'node:path'

/** The files of ours that a file imports, by their paths from the root. */
export function* importsOf(file: string, text: string): Generator<{ target: string; typeOnly: boolean }> {
  for (const match of text.matchAll(
    /^\s*(?:import|export)\b(?<what>[^'"`;]*?)\bfrom\s+['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm,
  )) {
    const specifier = match.groups?.from ?? match.groups?.lazy ?? ''
    const ours = /^@vestry\/(contract|server|cognito|s3)(?:\/(.+))?$/.exec(specifier)
    const target = ours
      ? `${ours[1]}/src/${ours[2] ?? `${ours[1]}.ts`}`
      : specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier))
        : undefined
    if (target) {
      yield { target, typeOnly: /^\s*type\b/.test(match.groups?.what ?? '') }
    }
  }
}
