import { appCode } from './authenticator.ts'
import { type Answer, RUTH, type TestCognito } from './start-cognito.ts'

/** Ruth's calls about second factors, as they are on the wire. */
export function secondFactorCalls(server: TestCognito) {
  const call = async (action: string, body: object) => (await server.send(action, body)).body
  return {
    call,

    /** Returns a challenge; the names of the challenge and of the user can be given wrongly. */
    answer: (asked: Answer, responses: Record<string, string>, name = asked.ChallengeName) =>
      call('RespondToAuthChallenge', {
        ClientId: server.ids.userPoolClientId,
        ChallengeName: name,
        Session: asked.Session,
        ChallengeResponses: { USERNAME: RUTH.email, ...responses },
      }),

    prefer: (AccessToken: string, settings: object) =>
      call('SetUserMFAPreference', { AccessToken, ...settings }),

    /** Gives Ruth an authenticator app, and returns the secret that it shares with the service. */
    async addApp(AccessToken: string): Promise<string> {
      const { SecretCode = '' } = await call('AssociateSoftwareToken', { AccessToken })
      const UserCode = appCode(SecretCode, server.clock.now())
      await call('VerifySoftwareToken', { AccessToken, UserCode })
      return SecretCode
    },

    /** The latest email's code, once it is not the one before. */
    codeIn: (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '',
  }
}

/** A code that is not this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
