import { createHash, randomUUID } from 'node:crypto'
import { makeBytes } from '@vestry/s3/testing'
import type { Calls } from './crash-calls.ts'
import { Ledger } from './ledger.ts'
import { type Church, type Load, pickFrom } from './load.ts'

type Item = { localizedname: string; description: string; path: string; poster_path: string }
/** The digest of the bytes. */
type Stored = string

/** The smallest size that S3 allows for a part, except for the last one. */
const PART = 5 * 1024 * 1024

/** Publishes, changes and deletes sermons as the console does: the recording first; what nothing uses any more last. */
export function preachingLoad({ calls, pick, tag }: Church): Load {
  const items = new Ledger<Item>('item')
  const objects = new Ledger<Stored>('object')
  /** What may have changed since the bytes were last read. */
  const touched = new Set<string>()
  let count = 0

  async function upload(path: string) {
    const inParts = pick(4) === 0
    const bytes = makeBytes((inParts ? PART : 0) + 1 + pick(300_000), 1 + pick(1_000_000))
    touched.add(path)
    await objects.write(
      path,
      digest(bytes),
      async () => {
        await (inParts ? sendInParts(calls, path, bytes) : calls.store('PUT', path, bytes))
      },
      { again: true },
    )
  }

  async function newRecording(): Promise<string> {
    count += 1
    const path = `preaching/2026/${tag}-${count}.mp3`
    await upload(path)
    return path
  }

  async function discard(released: readonly string[]) {
    for (const path of released) {
      touched.add(path)
      await objects.write(path, undefined, () => calls.store('DELETE', path), { again: true })
    }
  }

  async function content(path: string): Promise<Item> {
    return {
      localizedname: `${tag} the grace of ${pick(10_000)}`,
      description: `O'Hara's 🙂 <b>${'y'.repeat(pick(4000))}`,
      path,
      poster_path: 'images/default-banner.jpg',
    }
  }

  const whole = (item: Item) => ({ event_datetime: '2026-05-03T10:30:00', ...item })

  async function publish() {
    const uuid = randomUUID()
    const item = await content(await newRecording())
    await items.write(
      uuid,
      item,
      () => calls.api('POST /preachingManagement', { body: { uuid, ...whole(item) } }),
      { again: true },
    )
  }

  async function change(uuid: string, before: Item) {
    const item = await content(pick(2) === 0 ? before.path : await newRecording())
    const { released } = await items.write(uuid, item, () =>
      calls.api('PUT /preachingManagement', { body: { uuid, ...whole(item) } }),
    )
    await discard(released)
  }

  async function remove(uuid: string) {
    const { released } = await items.write(uuid, undefined, () =>
      calls.api('DELETE /preachingManagement', { query: { uuid } }),
    )
    await discard(released)
  }

  return {
    async act() {
      const uuid = pickFrom(pick, items.keys())
      const item = uuid === undefined ? undefined : items.get(uuid)
      const choice = pick(10)
      if (uuid === undefined || item === undefined || choice < 5) {
        await publish()
      } else if (choice < 7) {
        await change(uuid, item)
      } else if (choice < 8) {
        await remove(uuid)
      } else {
        // The object that a sermon names must not be replaced.
        await newRecording()
      }
    },

    async check({ sql }) {
      const rows = await sql
        .selectFrom('preaching_item')
        .selectAll()
        .where('localizedname', 'like', `${tag} %`)
        .execute()
      const breaches = items.settle(
        rows.map(({ uuid, localizedname, description, path, poster_path }) => [
          uuid,
          { localizedname, description, path, poster_path },
        ]),
      )
      const found: [string, Stored][] = []
      for (const path of new Set([...objects.keys(), ...touched])) {
        const known = objects.get(path)
        if (touched.has(path) || known === undefined || pick(8) === 0) {
          const { status, bytes } = await calls.store('GET', path)
          if (status === 200) {
            found.push([path, digest(bytes)])
          }
        } else {
          found.push([path, known])
        }
      }
      touched.clear()
      const there = new Set(found.map(([path]) => path))
      const missing = rows.filter(({ path }) => !there.has(path))
      return [
        ...breaches,
        ...objects.settle(found),
        ...missing.map(({ uuid, path }) => `item ${uuid} names ${path}, which is not in the store`),
      ]
    },

    async repeat() {
      await objects.repeat()
      await items.repeat()
    },
  }
}

/** First its parts, then the request that makes the object appear. */
async function sendInParts(calls: Calls, path: string, bytes: Buffer) {
  const begun = (await calls.store('POST', `${path}?uploads`)).bytes.toString()
  const id = /<UploadId>([^<]+)</.exec(begun)?.[1] ?? ''
  const parts: string[] = []
  for (let number = 1; (number - 1) * PART < bytes.length; number += 1) {
    const part = bytes.subarray((number - 1) * PART, number * PART)
    const { headers } = await calls.store('PUT', `${path}?partNumber=${number}&uploadId=${id}`, part)
    parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`)
  }
  const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const { bytes: answer } = await calls.store('POST', `${path}?uploadId=${id}`, list)
  if (!answer.toString().includes('<CompleteMultipartUploadResult')) {
    throw new Error(`${path} was not completed: ${answer}`)
  }
}

function digest(bytes: Buffer): Stored {
  return createHash('sha256').update(bytes).digest('hex')
}
