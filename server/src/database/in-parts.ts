/** How many at once, so that no statement has more parameters than a database accepts. */
const AT_ONCE = 500

/** Calls back with some of these at a time, and joins what the calls return. */
export async function inParts<Value, Result>(
  values: readonly Value[],
  work: (part: readonly Value[]) => Promise<readonly Result[] | undefined>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < values.length; from += AT_ONCE) {
    results.push(...((await work(values.slice(from, from + AT_ONCE))) ?? []))
  }
  return results
}
