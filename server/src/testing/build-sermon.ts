import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { TestServer } from './start-test-server.ts'

export type SermonBody = NonNullable<CallInput<'POST /preachingManagement'>['body']>

let count = 0

/** The body of a sermon that can be published as it is; every one has its own recording. */
export function buildSermon(overrides: Partial<SermonBody> = {}): SermonBody {
  count += 1
  return {
    localizedname: `Sermon ${count}`,
    event_datetime: '2026-05-03T10:30:00',
    path: `preaching/2026/sermon-${count}.mp3`,
    ...overrides,
  }
}

/** Publishes a sermon and returns its uuid and what was sent. */
export async function publish(
  server: TestServer,
  overrides: Partial<SermonBody> = {},
): Promise<SermonBody & { uuid: string }> {
  const body = buildSermon(overrides)
  const { uuid } = await server.ask('POST /preachingManagement', { body })
  return { ...body, uuid }
}
