import { basename, dirname, relative } from 'node:path'
import { importsOf } from './list-imports.ts'

/**
 * The tests near a file, the nearest first: those that reach it by imports, by how many imports and how many folders
 * lie between, and how many words their names share. A test reaches the file whose name it bears, whatever it imports.
 * `texts` are all files with what is in them, by their paths from the root.
 */
export function findNearTests(texts: ReadonlyMap<string, string>): (file: string) => string[] {
  const importers = new Map<string, string[]>()
  for (const [file, text] of texts) {
    const imports = importsOf(file, text).filter(({ typeOnly }) => !typeOnly)
    const namesake = isTest(file) ? [file.replace('.test.', '.')] : []
    for (const target of [...imports.map((one) => one.target), ...namesake]) {
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return (file) => {
    const reached = new Map([[file, 0]])
    for (const [one, imports] of reached) {
      for (const importer of importers.get(one) ?? []) {
        if (!reached.has(importer)) {
          reached.set(importer, imports + 1)
        }
      }
    }
    return [...reached]
      .filter(([one]) => isTest(one))
      .map(([test, imports]) => ({
        test,
        away: imports + foldersBetween(test, file) - 2 * wordsShared(test, file),
      }))
      .sort((one, other) => one.away - other.away || (one.test < other.test ? -1 : 1))
      .map(({ test }) => test)
  }
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** A test of something bears its name, of one or of several. */
function wordsShared(test: string, file: string): number {
  const [words, others] = [test, file].map((path) =>
    basename(path)
      .split(/[-.]/)
      .map((word) => word.replace(/s$/, '')),
  ) as [string[], string[]]
  return words.filter((word) => word !== 't' && others.includes(word)).length
}

function foldersBetween(one: string, other: string): number {
  return relative(dirname(one), dirname(other)).split('/').filter(Boolean).length
}
