import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, readCode, type TestStore } from '../testing/test-store.ts'
import { checkKey } from './s3-request.ts'
import { childrenOf, readXml, textOf, writeXml } from './xml.ts'

const MIB = 1024 * 1024

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const post = async (query: string, body: string) =>
  readCode(await server.signer().fetch(server.url(query), { method: 'POST', body }))
const remove = (body: string) => post('?delete=', body)

/** Each character by its number, as some encoders write those that XML reserves. */
const byNumber = (text: string, radix: 10 | 16) =>
  [...text]
    .map((character) => `&#${radix === 16 ? 'x' : ''}${character.codePointAt(0)?.toString(radix)};`)
    .join('')

const isKey = (key: string) => {
  try {
    checkKey(`images/${key}`)
    return true
  } catch {
    return false
  }
}

describe('The XML of a request', () => {
  test('says what its writer wrote, whichever way characters are escaped', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: 'binary' }).filter(isKey), (key) => {
        const written = readXml(writeXml('Delete', { Object: [{ Key: key }, { Key: 'b' }] }), 'Delete')
        expect(childrenOf(written, 'Object').map((object) => textOf(object, 'Key'))).toEqual([key, 'b'])
        for (const radix of [10, 16] as const) {
          const text = `<d:Delete xmlns:d='a>b'>\n<d:Key >${byNumber(key, radix)}</d:Key ></d:Delete>`
          expect(textOf(readXml(text, 'Delete'), 'Key')).toBe(key)
        }
      }),
    )
  })

  test('deletes the objects of any name that it was given by numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }).filter(isKey), async (name) => {
        const key = `images/numbered/${name}`
        await server.store.put(key, Buffer.from('x'), {})
        const object = `<Object><Key>${byNumber(key, 10)}</Key></Object>`
        expect(await remove(`<Delete><Quiet>true</Quiet>${object}</Delete>`)).toBe('200')
        expect(await server.store.has(key)).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['nothing', ''],
    ['no XML', 'not xml'],
    ['another document', '<Other/>'],
    ['an end that is missing', '<Delete><Object>'],
    ['an end of another element', '<Delete><Object></Delete></Object>'],
    ['an end too many', '<Delete/></Delete>'],
    ['two documents', '<Delete/><Delete/>'],
    ['text around it', '<Delete/>more'],
    ['no object', '<Delete/>'],
    ['a key of nothing', '<Delete><Object><Key></Key></Object></Delete>'],
    ['two keys', '<Delete><Object><Key>images/a</Key><Key>images/b</Key></Object></Delete>'],
    ['a key with elements in it', '<Delete><Object><Key><a/></Key></Object></Delete>'],
    ['an ampersand alone', '<Delete><Object><Key>images/a & b</Key></Object></Delete>'],
    ['an entity that nobody declared', '<Delete><Object><Key>images/&a;</Key></Object></Delete>'],
    ['a character of no number', '<Delete><Object><Key>images/&#0;</Key></Object></Delete>'],
    ['half a character', '<Delete><Object><Key>images/&#xD800;</Key></Object></Delete>'],
    ['a character beyond the last', '<Delete><Object><Key>images/&#x110000;</Key></Object></Delete>'],
    [
      'an entity of its own',
      '<!DOCTYPE x [<!ENTITY k "a">]><Delete><Object><Key>&k;</Key></Object></Delete>',
    ],
    ['an element that is like a prototype', '<Delete><__proto__><Key>images/a</Key></__proto__></Delete>'],
    ['a hundred thousand levels', '<Delete>'.repeat(100_000)],
    ['half a million elements', `<Delete>${'<a/>'.repeat(500_000)}</Delete>`],
    ['1001 objects', `<Delete>${'<Object><Key>images/a</Key></Object>'.repeat(1001)}</Delete>`],
    ['more than 2 MB', `<Delete>${' '.repeat(2 * MIB)}</Delete>`],
  ])('with %s is refused as malformed', async (_, body) => {
    expect(await remove(body)).toBe('MalformedXML')
  })

  test('may be 2 MB long and not one byte more', async () => {
    const [start, end] = ['<Delete>', '<Object><Key>images/none</Key></Object></Delete>']
    const ofLength = (length: number) => start + ' '.repeat(length - start.length - end.length) + end
    expect(await remove(ofLength(2 * MIB))).toBe('200')
    expect(await remove(ofLength(2 * MIB + 1))).toBe('MalformedXML')
  })
})

describe('A manifest', () => {
  test('of an upload that does not exist is refused before it is read', async () => {
    const body = '<Part><PartNumber>1</PartNumber></Part>'.repeat(200_000)
    const query = 'preaching/none?uploadId=none'
    expect(await post(query, `<CompleteMultipartUpload>${body}</CompleteMultipartUpload>`)).toBe(
      'NoSuchUpload',
    )
    expect(await post(query, 'not xml')).toBe('NoSuchUpload')
  })

  test('is refused for its length or its number of parts, and one of ten thousand parts with checksums is read', async () => {
    const begun = await server.signer().fetch(server.url('preaching/long?uploads='), {
      method: 'POST',
      headers: { 'x-amz-checksum-algorithm': 'SHA256' },
    })
    const id = /<UploadId>(\w+)</.exec(await begun.text())?.[1]
    const complete = (parts: number, filling = '') => {
      const all = Array.from({ length: parts }, (_, index) => {
        const checksum = `<ChecksumSHA256>${'A'.repeat(43)}=</ChecksumSHA256>`
        return `<Part><ETag>&#34;${'a'.repeat(32)}&#34;</ETag>${checksum}<PartNumber>${index + 1}</PartNumber></Part>`
      })
      const body = `<CompleteMultipartUpload>${all.join('')}${filling}</CompleteMultipartUpload>`
      return post(`preaching/long?uploadId=${id}`, body)
    }
    expect(await complete(10_000)).toBe('InvalidPart')
    expect(await complete(10_001)).toBe('MalformedXML')
    expect(await complete(1, ' '.repeat(2 * MIB))).toBe('MalformedXML')
  })
})
