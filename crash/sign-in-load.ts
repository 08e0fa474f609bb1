import { proveQuickly, QUICK_SRP_A } from '../bench/quick-proof.ts'
import type { IdentityAnswer, Tokens } from './crash-calls.ts'
import { findInEmail } from './emails.ts'
import { type Church, type Load, pickFrom } from './load.ts'

type Proof = { parameters: Record<string, string>; session: string; password: string; time: number }

type Person = {
  email: string
  password: string
  /** A password whose change got no response. */
  next?: string
  /** A password that is no longer valid. */
  former?: string
  live: Tokens[]
  /** Refresh tokens of sessions that were ended. */
  ended: string[]
  /** A challenge that was answered, and a code that was used; neither may be accepted again. */
  proof?: Proof
  code?: string
  /** A code that was sent because of a change without a response. */
  openCode?: string
}

const MAX_PEOPLE = 5
/** What the limits allow for one address, with room to spare. */
const MAX_CODES = 20

/** People who sign in, stay signed in, change and forget their passwords, and sign out. */
export function signInLoad({ calls, outbox, pick, tag }: Church): Load {
  const people: Person[] = []
  const touched = new Set<Person>()
  let count = 0
  let codes = 0

  const newPassword = () => `Boaz & the ${pick(1_000_000)} sheaves ${tag}`

  async function welcome() {
    count += 1
    const email = `${tag}-${count}@vestry.test`
    const asked = Date.now()
    await calls.api('POST /staff', { body: { email, name: `Ruth ${count}`, language: 'en', groups: [] } })
    const temporary = await findInEmail(outbox, email, /\b((?:[A-Z][a-z]{3}-){3}\d{4})\b/, asked)
    if (temporary === undefined) {
      throw new Error(`No invitation came to ${email}`)
    }
    const person: Person = { email, password: temporary, live: [], ended: [] }
    people.push(person)
    touched.add(person)
    await chooseFirst(person, await calls.signInByPassword(person))
  }

  /** Answers NEW_PASSWORD_REQUIRED. */
  async function chooseFirst(person: Person, asked: IdentityAnswer) {
    const next = newPassword()
    person.next = next
    const answer = await calls.identity('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: asked.Session,
      ChallengeResponses: { USERNAME: person.email, NEW_PASSWORD: next },
    })
    person.live.push(tokensOf(answer, `${person.email} chose a password`))
    hasNow(person, next)
  }

  async function signIn(person: Person) {
    const { email, password } = person
    const asked = await calls.identity('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: QUICK_SRP_A },
    })
    const parameters = asked.ChallengeParameters ?? {}
    const proof = { parameters, session: asked.Session ?? '', password, time: Date.now() }
    const answer = await prove(proof)
    person.live.push(tokensOf(answer, `${email} signed in`))
    person.proof = proof
  }

  async function prove({ parameters, session, password, time }: Proof): Promise<IdentityAnswer> {
    const { userPoolId } = await calls.readConfig()
    return calls.identity('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      Session: session,
      ChallengeResponses: proveQuickly(parameters, userPoolId.split('_')[1] ?? '', password, time),
    })
  }

  /** A refresh without a response is sent again, and gets exactly the same successor. */
  async function refresh(person: Person, session: Tokens) {
    const answer = await calls.identity('GetTokensFromRefreshToken', { RefreshToken: session.RefreshToken })
    Object.assign(session, tokensOf(answer, `${person.email} refreshed`))
  }

  async function changePassword(person: Person, session: Tokens) {
    const next = newPassword()
    person.next = next
    const answer = await calls.identity('ChangePassword', {
      AccessToken: session.AccessToken,
      PreviousPassword: person.password,
      ProposedPassword: next,
    })
    expectNoFlaw(answer, `${person.email} changed the password`)
    hasNow(person, next)
    endAllBut(person, session)
  }

  async function signOut(person: Person, session: Tokens) {
    // Without a response, nobody knows whether the session is over.
    person.live = person.live.filter((one) => one !== session)
    expectNoFlaw(await calls.identity('RevokeToken', { Token: session.RefreshToken }), 'signed out')
    person.ended.push(session.RefreshToken)
  }

  async function forget(person: Person) {
    codes += 1
    const asked = Date.now()
    expectNoFlaw(await calls.identity('ForgotPassword', { Username: person.email }), 'asked for a code')
    const code = await findInEmail(outbox, person.email, /^ {4}(\d{8})\r?$/m, asked)
    if (code !== undefined) {
      await resetBy(person, code, newPassword())
    }
  }

  async function resetBy(person: Person, code: string, next: string) {
    person.next = next
    person.openCode = code
    const answer = await confirm(person, code, next)
    delete person.openCode
    expectNoFlaw(answer, `${person.email} reset the password`)
    hasNow(person, next)
    person.code = code
    endAllBut(person)
  }

  const confirm = (person: Person, ConfirmationCode: string, Password: string) =>
    calls.identity('ConfirmForgotPassword', { Username: person.email, ConfirmationCode, Password })

  return {
    async act() {
      const person = pickFrom(pick, people)
      if (person === undefined || (people.length < MAX_PEOPLE && pick(4) === 0)) {
        await welcome()
        return
      }
      touched.add(person)
      const session = pickFrom(pick, person.live)
      const choice = pick(20)
      if (session === undefined || choice < 6) {
        await signIn(person)
      } else if (choice < 13) {
        await refresh(person, session)
      } else if (choice < 16) {
        await changePassword(person, session)
      } else if (choice < 18 || codes === MAX_CODES) {
        await signOut(person, session)
      } else {
        await forget(person)
      }
    },

    async check() {
      const breaches: string[] = []
      for (const person of touched) {
        breaches.push(...(await checkPerson(person)).map((breach) => `${person.email}: ${breach}`))
      }
      touched.clear()
      return breaches
    },

    repeat: async () => undefined,
  }

  async function checkPerson(person: Person): Promise<string[]> {
    const breaches = await checkPassword(person)
    for (const session of person.live) {
      await refresh(person, session).catch((error: Error) => breaches.push(`is signed out: ${error.message}`))
      await calls
        .api('GET /preachers', {}, session.IdToken)
        .catch((error: Error) => breaches.push(error.message))
    }
    // Little is kept, so that the many rounds of the long form stay fast.
    person.live = person.live.slice(-2)
    for (const RefreshToken of person.ended.splice(0)) {
      if ((await calls.identity('GetTokensFromRefreshToken', { RefreshToken })).AuthenticationResult) {
        breaches.push('a session that was ended goes on')
      }
    }
    if (
      person.proof &&
      (await prove({ ...person.proof, time: person.proof.time - 1000 })).AuthenticationResult
    ) {
      breaches.push('a proof was taken twice')
    }
    delete person.proof
    if (person.code && !(await confirm(person, person.code, newPassword())).__type) {
      breaches.push('a code was taken twice')
    }
    delete person.code
    return breaches
  }

  /** Finds out which password is valid: the last acknowledged one, or one whose change got no response. */
  async function checkPassword(person: Person): Promise<string[]> {
    const { next, former, openCode } = person
    if (former !== undefined && isIn(await calls.signInByPassword({ ...person, password: former }))) {
      return ['a former password is good again']
    }
    delete person.former
    if (next !== undefined && isIn(await calls.signInByPassword({ ...person, password: next }))) {
      hasNow(person, next)
      delete person.former
      // A first password ends no sessions; any other change of the password ended the others, but it is not known which
      // one did it.
      person.live = []
      if (openCode !== undefined) {
        person.code = openCode
      }
      delete person.openCode
      return []
    }
    delete person.next
    const asked = await calls.signInByPassword(person)
    if (!isIn(asked)) {
      return [`the password is not good: ${asked.__type}`]
    }
    if (asked.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      await chooseFirst(person, asked)
    } else if (openCode !== undefined) {
      await resetBy(person, openCode, newPassword())
    }
    return []
  }
}

function hasNow(person: Person, password: string) {
  person.former = person.password
  person.password = password
  delete person.next
}

function endAllBut(person: Person, session?: Tokens) {
  const gone = person.live.filter((one) => one !== session)
  person.ended.push(...gone.map(({ RefreshToken }) => RefreshToken))
  person.live = session ? [session] : []
}

/** Tokens, or the request to choose a password, mean that the password was right. */
function isIn({ AuthenticationResult, ChallengeName }: IdentityAnswer): boolean {
  return AuthenticationResult !== undefined || ChallengeName === 'NEW_PASSWORD_REQUIRED'
}

function tokensOf(answer: IdentityAnswer, what: string): Tokens {
  if (!answer.AuthenticationResult) {
    throw new Error(`${what}: ${JSON.stringify(answer)}`)
  }
  return answer.AuthenticationResult
}

function expectNoFlaw(answer: IdentityAnswer, what: string) {
  if (answer.__type) {
    throw new Error(`${what}: ${answer.__type}`)
  }
}
