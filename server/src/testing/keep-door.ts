import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { TestServer } from './start-test-server.ts'

type Kept = NonNullable<CallInput<'POST /door/operations'>['body']>['operations'][number]
type Of<Kind extends Kept['kind']> = Extract<Kept, { kind: Kind }>

/** A device at the door that has loaded what it needs, and then does things without a line. */
export async function keepDoor(server: TestServer, token?: string) {
  const device = crypto.randomUUID()
  const asked = token === undefined ? {} : { token }
  const book = await server.ask('POST /door/book', { body: { device }, ...asked })
  const codes = [...book.codes]
  let number = 0
  const made = () => ({ number: ++number, made_at: server.clock.now(), day: book.day })
  return {
    device,
    book,
    arrival: (
      given: Pick<Of<'arrival'>, 'children'> & Partial<Of<'arrival'>>,
    ): Of<'arrival'> & { code: string } => ({
      ...{ kind: 'arrival', ...made(), request_id: crypto.randomUUID(), code: codes.pop() ?? '' },
      ...given,
    }),
    givingBack: (
      given: Pick<Of<'giving_back'>, 'children' | 'adult_id' | 'code'> & Partial<Of<'giving_back'>>,
    ): Of<'giving_back'> => ({ kind: 'giving_back', ...made(), ...given }),
    send: async (...operations: Kept[]) =>
      await server.ask('POST /door/operations', { body: { device, operations }, ...asked }),
  }
}
