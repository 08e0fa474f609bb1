import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { startOnSermons } from './empty-church.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

export const ADMIN = { email: 'ada@vestry.test', password: 'Faith, hope & l0ve' }

/** The real program, running as its own process in a folder of its own, with a real mail server beside it. */
export type RunningServer = {
  origin: string
  dataFolder: string
  mail: MailServer
  /** What the program has printed so far. */
  printed(): string
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<unknown>
  /** Starts it again on the same port and the same data. */
  start(): Promise<unknown>
  /** The process id of the running server. */
  pid(): number
  /** Ends everything and removes the data. */
  destroy(): Promise<void>
}

const ended = new Set<string>()

/** Whether a test has ended the server of this address, which answers nothing that an open page asks for still. */
export function isEnded(address: string): boolean {
  return ended.has(URL.parse(address)?.origin ?? '')
}

/**
 * Starts a server as the launcher does; `environment` adds to or replaces its settings (an empty text leaves one out),
 * `args` are the program's own. Its administrator has chosen to start on the sermons, unless this is their `firstEvening`.
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  args: string[] = [],
  { firstEvening = false }: { firstEvening?: boolean } = {},
): Promise<RunningServer> {
  const mail = await startMailServer()
  const program = await prepareProgram(
    {
      VESTRY_TIMEZONE: 'Europe/Madrid',
      VESTRY_ADMIN_EMAIL: ADMIN.email,
      VESTRY_ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: mail.url,
      ...environment,
    },
    { args },
  )
  await program.start()
  if (!firstEvening) {
    startOnSermons(program)
  }
  ended.delete(program.origin)
  return {
    ...program,
    mail,
    async destroy() {
      ended.add(program.origin)
      await program.destroy()
      await mail.close()
    },
  }
}
