import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { startTestServer } from './running-server.ts'

const ROOT = join(import.meta.dirname, '..')
const WORKSPACES = ['contract', 'cognito', 's3', 'server', 'console', 'e2e']
/** What the third language is called, and the sign at the beginning of each of its texts. */
export const MARKED = { tag: 'qx', name: 'Marked', mark: '[[' }

/**
 * Copies the program and adds a language to it, as a translator does: a folder of texts and one line. The console is
 * built there. Each text is the English one between marks. The caller removes `folder`.
 */
export async function copyWithThirdLanguage(): Promise<{ folder: string; start: typeof startTestServer }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vestry-third-language-')))
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  for (const workspace of WORKSPACES) {
    await cp(join(ROOT, workspace), join(folder, workspace), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    })
  }
  await linkPackages(folder)
  const messages = join(folder, 'contract', 'src', 'messages')
  await writeMarkedTexts(messages)
  await addLine(join(messages, 'message-languages.ts'))
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(folder, 'console'),
  })
  const { startTestServer: start } = (await import(join(folder, 'e2e', 'running-server.ts'))) as {
    startTestServer: typeof startTestServer
  }
  return { folder, start }
}

/** Every package as it is installed, but our own from the copy. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '@vestry'), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@vestry') {
      await symlink(join(ROOT, 'node_modules', name), join(packages, name))
    }
  }
  for (const workspace of WORKSPACES) {
    await symlink(join(folder, workspace), join(packages, '@vestry', workspace))
  }
}

async function writeMarkedTexts(messages: string): Promise<void> {
  await mkdir(join(messages, MARKED.tag))
  for (const file of await readdir(join(messages, 'en'))) {
    const english: Record<string, string> = JSON.parse(await readFile(join(messages, 'en', file), 'utf8'))
    const marked = Object.entries(english).map(([key, text]) => [key, `${MARKED.mark}${text}]]`])
    await writeFile(join(messages, MARKED.tag, file), JSON.stringify(Object.fromEntries(marked)))
  }
}

async function addLine(list: string): Promise<void> {
  const code = await readFile(list, 'utf8')
  const line = `  ${MARKED.tag}: { name: '${MARKED.name}', direction: 'ltr', dateLocale: 'en-GB' },\n`
  await writeFile(list, code.replace(/^(?=\} as const)/m, line))
}
