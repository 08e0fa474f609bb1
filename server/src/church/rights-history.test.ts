import { GROUP_RIGHTS, type GroupRight, type Right } from '@vestry/contract/rules/rights.ts'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeacher, plan } from '../testing/build-class.ts'
import { buildSermon, publish } from '../testing/build-sermon.ts'
import { cognitoCall } from '../testing/cognito-call.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { enrolAll, newChild } from '../testing/hold-classes.ts'
import { picker } from '../testing/picker.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

// An administrator gives and takes rights, and puts people into groups and out of them, in any order. After each step,
// calls with a token and with store credentials that were issued before all of it are answered as a model of the
// declared rights says.

const PHONE = '0600 555 111'
const CHILD = { last_name: 'Known', parent_contact: PHONE, birthdate: '2018-05-04', notes: 'Secret' }
const CLERKS = ['Office', 'Choir']

type Credentials = { AccessKeyId: string; SecretKey: string; SessionToken: string }
type Person = {
  sub: string
  email: string
  token: string
  groups: readonly string[]
  teaches: boolean
  credentials: Credentials[]
}
/** A kind of call: to whom it is allowed, and whether it was just now. */
type Kind = {
  allowed: (holds: (right: Right) => boolean, person: Person) => boolean
  ask: (person: Person) => Promise<boolean>
}

eachDatabase((database) => {
  let server: TestServer
  let people: Person[]
  let kinds: Record<string, Kind>
  /** The rights that groups were given; the others hold the default. */
  let given: Map<string, readonly Right[]>
  let written = 0

  beforeAll(async () => {
    server = await startTestServer({ database })
    people = await Promise.all(
      [true, false].map(async (teaches) => {
        const { sub, token, name } = await addTeacher(server)
        return {
          sub,
          email: name,
          token,
          groups: ['Teachers'],
          teaches,
          credentials: [await openStore(token)],
        }
      }),
    )
    await askStore([await openStore(await server.signIn())], 'PUT', '/preaching/old.mp3')
    kinds = await prepareKinds()
    given = new Map()
  })
  afterAll(() => server.destroy())

  async function openStore(token: string): Promise<Credentials> {
    const { ids } = server.app.identity
    const Logins = { [`localhost:8080/${ids.userPoolId}`]: token }
    const ask = async (action: string, input: object) =>
      (await server.app.http.inject({ url: '/cognito-identity/', ...cognitoCall(action, input) })).json()
    const { IdentityId } = await ask('GetId', { IdentityPoolId: ids.identityPoolId, Logins })
    return (await ask('GetCredentialsForIdentity', { IdentityId, Logins })).Credentials
  }

  /** Whether the store does what is asked, with any credentials that the person ever had. */
  async function askStore(
    credentials: readonly Credentials[],
    method: 'GET' | 'PUT',
    path: string,
  ): Promise<boolean> {
    const statuses = await Promise.all(
      credentials.map(async ({ AccessKeyId, SecretKey, SessionToken }) => {
        const { headers } = await new AwsV4Signer({
          url: `http://localhost:8080/s3/preaching${path}`,
          method,
          headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
          accessKeyId: AccessKeyId,
          secretAccessKey: SecretKey,
          sessionToken: SessionToken,
          service: 's3',
          region: 'us-east-1',
          datetime: new Date(server.clock.now()).toISOString().replace(/[-:]|\.\d+/g, ''),
        }).sign()
        const { statusCode } = await server.app.http.inject({
          method,
          url: `/s3/preaching${path}`,
          headers: { host: 'localhost:8080', ...Object.fromEntries(headers) },
          ...(method === 'PUT' && { payload: 'sound' }),
        })
        return statusCode
      }),
    )
    const [status = 0, ...others] = statuses
    expect(others).toEqual(others.map(() => status))
    return allows(status)
  }

  async function prepareKinds(): Promise<Record<string, Kind>> {
    const [own, other] = [await newChild(server, CHILD), await newChild(server, CHILD)]
    const teachers = people.filter(({ teaches }) => teaches).map(({ sub }) => sub)
    const { id: class_id, series_id } = await plan(server, { title: 'Robins', teachers })
    await enrolAll(server, series_id, [own])
    const { id: attendance_id } = await server.ask('POST /attendance', {
      body: { class_id, attendee_id: own },
    })

    const call =
      (name: string, content: () => object | Promise<object> = () => ({})) =>
      async ({ token }: Person) =>
        allows((await server.tryCall(name, { token, ...(await content()) })).status)
    const edit = (id: number) =>
      call('PUT /attendees', () => ({
        body: { ...CHILD, id, first_name: 'Ann', notes: `Note ${++written}` },
      }))
    const readDetails = (attendee_id: number) => async (person: Person) => {
      const { body } = await server.tryCall('GET /attendees', { token: person.token, query: { attendee_id } })
      return (body as unknown as typeof CHILD).parent_contact === PHONE
    }
    const findByPhone = async ({ token }: Person) => {
      const { body } = await server.tryCall('GET /find', { token, query: { text: PHONE } })
      return (body as unknown as { children: { id: number }[] }).children.some(({ id }) => id === other)
    }

    return {
      'read a recording': {
        allowed: () => true,
        ask: ({ credentials }) => askStore(credentials, 'GET', '/preaching/old.mp3'),
      },
      'write a recording': {
        allowed: (holds) => holds('sermons'),
        ask: ({ credentials, sub }) => askStore(credentials, 'PUT', `/preaching/new-${sub}.mp3`),
      },
      'replace a recording': {
        allowed: (holds) => holds('sermons'),
        ask: ({ credentials, sub }) => askStore(credentials, 'PUT', `/preaching/old-${sub}.mp3`),
      },
      'list recordings': {
        allowed: (holds) => holds('sermons'),
        ask: ({ credentials }) => askStore(credentials, 'GET', '?list-type=2&prefix=preaching%2F'),
      },
      publish: {
        allowed: (holds) => holds('sermons'),
        ask: call('POST /preachingManagement', () => ({ body: buildSermon() })),
      },
      'delete a sermon': {
        allowed: (holds) => holds('delete'),
        ask: call('DELETE /preachingManagement', async () => ({
          query: { uuid: (await publish(server)).uuid },
        })),
      },
      'restore a sermon': {
        allowed: (holds) => holds('delete'),
        ask: call('POST /trash/restore', async () => {
          const { uuid } = await publish(server)
          await server.ask('DELETE /preachingManagement', { query: { uuid } })
          return { body: { record: `item/${uuid}` } }
        }),
      },
      'add a child': {
        allowed: (holds) => holds('children'),
        ask: call('POST /attendees', () => ({
          body: { first_name: `New ${++written}`, last_name: 'Child' },
        })),
      },
      'edit a child of one’s own': {
        allowed: (holds, { teaches }) => holds('children') && (holds('allChildren') || teaches),
        ask: edit(own),
      },
      'edit another’s child': {
        allowed: (holds) => holds('children') && holds('allChildren'),
        ask: edit(other),
      },
      'delete another’s child': {
        allowed: (holds) => holds('delete') && holds('allChildren'),
        ask: call('DELETE /attendees', async () => ({ query: { attendee_id: await newChild(server) } })),
      },
      'see all about a child of one’s own': {
        allowed: (holds, { teaches }) => holds('allChildren') || teaches,
        ask: readDetails(own),
      },
      'see all about another’s child': { allowed: (holds) => holds('allChildren'), ask: readDetails(other) },
      'find another’s child by its phone': { allowed: (holds) => holds('allChildren'), ask: findByPhone },
      'mark attendance': {
        allowed: (holds, { teaches }) => holds('arrange') || teaches,
        ask: call('PUT /attendance', () => ({ body: { attendance_id, attended: ++written % 2 === 0 } })),
      },
      'see all classes': { allowed: (holds) => holds('arrange'), ask: call('GET /classes/by-date') },
      'give rights': {
        allowed: (holds) => holds('administer'),
        ask: call('PUT /settings/rights', () => ({ body: { group: 'Nobody’s', rights: [...GROUP_RIGHTS] } })),
      },
    }
  }

  function holdsNow({ groups }: Person, right: Right): boolean {
    if (groups.includes('Admins')) {
      return true
    }
    const group = groups.includes('Teachers') ? 'Teachers' : (groups[0] ?? 'Teachers')
    const asItComes = right !== 'administer' && (right !== 'arrange' || group !== 'Teachers')
    return given.get(group)?.includes(right) ?? asItComes
  }

  async function setRights(group: string, rights: GroupRight[]) {
    await server.ask('PUT /settings/rights', { body: { group, rights } })
    given.set(group, rights)
  }

  /** In the console, or by the command line where nobody has described the group. */
  async function setGroups(person: Person, groups: string[]) {
    const { sub, email } = person
    if (groups.some((group) => CLERKS.includes(group))) {
      person.groups = await server.app.identity.users.setGroups(email, groups)
    } else {
      const body = { sub, name: 'Ruth', language: 'en' as const, groups }
      person.groups = (await server.ask('PUT /staff', { body })).groups
    }
  }

  test.each([1, 2, 3, 4, 5])('history %i: what is answered is what is held at that moment', async (seed) => {
    const pick = picker(seed)
    const some = <Item>(of: readonly Item[]) => of.filter(() => pick(2) === 0)
    const one = <Item>(of: readonly Item[]) => of[pick(of.length)] as Item
    const disagreements: string[] = []
    for (let step = 0; step < 10; step += 1) {
      const choice = pick(8)
      if (choice < 4) {
        await setRights(one(['Teachers', ...CLERKS]), some(GROUP_RIGHTS))
      } else if (choice < 7) {
        const groups =
          pick(3) === 0 ? some(['Admins', 'Teachers', ...CLERKS]) : [one(['Teachers', ...CLERKS])]
        await setGroups(one(people), groups)
      } else {
        const person = one(people)
        person.credentials = [...person.credentials.slice(0, 2), await openStore(person.token)]
      }
      for (const person of people) {
        const holds = (right: Right) => holdsNow(person, right)
        for (const [kind, { allowed, ask }] of some(Object.entries(kinds))) {
          const declared = allowed(holds, person)
          if ((await ask(person)) !== declared) {
            disagreements.push(`${step}: ${person.groups} ${declared ? 'could not' : 'could'} ${kind}`)
          }
        }
      }
    }
    expect(disagreements).toEqual([])
  })
})

/** Whether a call was allowed; any answer other than its own or a refusal is an error. */
function allows(status: number): boolean {
  expect([200, 403]).toContain(status)
  return status === 200
}
