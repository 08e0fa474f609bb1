import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { SqliteFile } from '../sqlite-file.ts'

/** The database as SQL, made by the `pg_dump` in this folder. */
export function dumpPostgres(from: string, url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments']
  const dump = execFileSync(join(from, 'pg_dump'), [...options, url], { encoding: 'utf8' })
  // Leaves out what only psql understands, what only some versions know, and the comments between.
  return dump
    .split('\n')
    .filter((line) => !/^\\(un)?restrict |^SET (transaction|idle|default_table)_|^--( |$)|^$/.test(line))
    .join('\n')
    .concat('\n')
}

type Entry = { type: string; name: string; sql: string }

/**
 * The database as SQL. Rows come before triggers, so that nothing is counted twice; the search indexes are built from
 * the rows.
 */
export function dumpSqlite(file: string): string {
  const handle = new SqliteFile(file, { readOnly: true })
  const entries = handle
    .prepare<[], Entry>(
      `select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\'
        and name not in (select name from pragma_table_list where type = 'shadow') order by rowid`,
    )
    .all()
  const isVirtual = ({ sql }: Entry) => /^create virtual/i.test(sql)
  const tables = entries.filter((entry) => entry.type === 'table' && !isVirtual(entry))
  const rows = [...tables.map(({ name }) => name), 'sqlite_sequence'].flatMap((table) =>
    handle
      .prepare<[]>(`select * from "${table}"`)
      .iterateValues()
      .toArray()
      .map((row) => `insert into "${table}" values (${row.map(literal).join(', ')});`),
  )
  handle.close()
  return [
    'begin;',
    ...tables.map(({ sql }) => `${sql};`),
    ...rows,
    ...entries
      .filter(isVirtual)
      .flatMap(({ name, sql }) => [`${sql};`, `insert into ${name} (${name}) values ('rebuild');`]),
    ...entries.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
    'commit;\n',
  ].join('\n')
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
