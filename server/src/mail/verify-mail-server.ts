import { createTransport } from 'nodemailer'

const PATIENCE = 10_000

/** Connects and signs in without sending anything; returns what went wrong, or `undefined`. */
export async function verifyMailServer(
  smtpUrl: string,
): Promise<{ message: string; isOfLogin: boolean } | undefined> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { message, isOfLogin: code === 'EAUTH' }
  } finally {
    transport.close()
  }
}
