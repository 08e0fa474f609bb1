import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { AwsClient } from 'aws4fetch'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, openTestStore, readCode, type TestStore, WRITER_KEY } from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
  await server.store.put('images/a.png', Buffer.from('picture'), { 'content-type': 'image/png' })
})
afterEach(() => {
  server.time.offset = 0
})
afterAll(() => server.close())

const command = new GetObjectCommand({ Bucket: BUCKET, Key: 'images/a.png' })
const presign = (expiresIn = 900) => getSignedUrl(server.client(), command, { expiresIn })

/** A good GET, changed by `alter` after it was signed. */
async function getAltered(alter: (request: { url: string; headers: Headers }) => void): Promise<string> {
  const signed = await server.signer().sign(`${server.url('images/a.png')}?response-content-type=text/plain`)
  const request = { url: signed.url, headers: new Headers(signed.headers) }
  alter(request)
  return readCode(await fetch(request.url, { headers: request.headers }))
}

function change(headers: Headers, name: string, from: string | RegExp, to: string): void {
  headers.set(name, (headers.get(name) ?? '').replace(from, to))
}

describe('A signature in the header', () => {
  test('is accepted as it was made, and none is refused', async () => {
    expect(await getAltered(() => undefined)).toBe('200')
    expect(await readCode(await fetch(server.url('images/a.png')))).toBe('AccessDenied')
  })

  test('is refused when it, a header, the address or the method was altered', async () => {
    expect(
      await getAltered(({ headers }) =>
        change(headers, 'authorization', /Signature=\w+/, `Signature=${'0'.repeat(64)}`),
      ),
    ).toBe('SignatureDoesNotMatch')
    expect(await getAltered(({ headers }) => change(headers, 'authorization', /.$/, ''))).toBe(
      'SignatureDoesNotMatch',
    )
    expect(await getAltered(({ headers }) => headers.set('x-amz-security-token', 'x'))).toBe(
      'SignatureDoesNotMatch',
    )
    expect(
      await getAltered((request) => {
        request.url = request.url.replace('text/plain', 'text/html')
      }),
    ).toBe('SignatureDoesNotMatch')
    expect(
      await getAltered((request) => {
        request.url = request.url.replace('a.png', 'b.png')
      }),
    ).toBe('SignatureDoesNotMatch')
    const signed = await server.signer().sign(server.url('images/a.png'))
    const answer = await fetch(signed.url, { method: 'DELETE', headers: signed.headers })
    expect(await readCode(answer)).toBe('SignatureDoesNotMatch')
  })

  test('covers every header of Amazon that is sent', async () => {
    expect(await getAltered(({ headers }) => headers.set('x-amz-checksum-mode', 'ENABLED'))).toBe(
      'AccessDenied',
    )
    expect(await getAltered(({ headers }) => change(headers, 'authorization', 'host;', ''))).toBe(
      'AccessDenied',
    )
    expect(await getAltered(({ headers }) => headers.set('x-amz-user-agent', 'browser'))).toBe('200')
  })

  test('belongs to a key that is known, with its own secret', async () => {
    const get = async (more: object) =>
      readCode(await server.signer({ ...WRITER_KEY, ...more }).fetch(server.url('images/a.png')))
    expect(await get({ accessKeyId: 'ASIANOBODY' })).toBe('InvalidAccessKeyId')
    expect(await get({ secretAccessKey: 'guessed' })).toBe('SignatureDoesNotMatch')
  })

  test('carries the session token of that very key', async () => {
    const { accessKeyId, secretAccessKey } = WRITER_KEY
    const get = async (sessionToken?: string) =>
      readCode(
        await server
          .signer({ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) })
          .fetch(server.url('images/a.png')),
      )
    expect(await get()).toBe('InvalidToken')
    expect(await get('the-token-of-someone-else')).toBe('InvalidToken')
    expect(await get(WRITER_KEY.sessionToken)).toBe('200')
  })

  test('ends with the temporary credentials, and at once when they are revoked', async () => {
    const get = async () => readCode(await server.signer().fetch(server.url('images/a.png')))
    const credential = server.keys.get(WRITER_KEY.accessKeyId)
    if (!credential) {
      throw new Error('The test server has no staff.')
    }
    server.keys.set(WRITER_KEY.accessKeyId, { ...credential, expires: Date.now() - 1 })
    expect(await get()).toBe('ExpiredToken')
    server.keys.delete(WRITER_KEY.accessKeyId)
    expect(await get()).toBe('InvalidAccessKeyId')
    server.keys.set(WRITER_KEY.accessKeyId, credential)
    expect(await get()).toBe('200')
  })

  test('may be fifteen minutes old or early, not more', async () => {
    const answerAfter = async (minutes: number) => {
      server.time.offset = minutes * 60_000
      return readCode(await server.signer().fetch(server.url('images/a.png')))
    }
    expect(await answerAfter(14)).toBe('200')
    expect(await answerAfter(16)).toBe('RequestTimeTooSkewed')
    expect(await answerAfter(-16)).toBe('RequestTimeTooSkewed')
    const answer = await server.signer().fetch(server.url('images/a.png'))
    await answer.text()
    expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now() + 16 * 60_000)).toBeLessThan(
      5000,
    )
  })

  test('names the region and the service of this store', async () => {
    const signed = (service: string, region: string) => {
      return new AwsClient({ ...WRITER_KEY, service, region, retries: 0 }).fetch(server.url('images/a.png'), {
        headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      })
    }
    expect(await readCode(await signed('s3', 'eu-west-1'))).toBe('AuthorizationHeaderMalformed')
    expect(await readCode(await signed('execute-api', 'us-east-1'))).toBe('AuthorizationHeaderMalformed')
  })

  test('orders the address by names, also where one begins with another', async () => {
    const query = 'X-Amz-Meta-title2=a&X-Amz-Meta-title=z&response-content-type=text%2Fplain&a=1&a-b=3'
    const signed = await server.signer().sign(`${server.url('images/a.png')}?${query}`)
    expect(await readCode(await fetch(signed.url, { headers: signed.headers }))).toBe('200')
    const put = new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'images/titled.png',
      Metadata: { title: 'Psalm 23', title2: 'Green pastures' },
    })
    const url = await getSignedUrl(server.client(), put, { expiresIn: 60 })
    expect((await fetch(url, { method: 'PUT', body: 'titled' })).status).toBe(200)
  })

  test('that is nonsense is refused, never a fault', async () => {
    for (const authorization of [
      'Bearer abc',
      'AWS4-HMAC-SHA256',
      'AWS4-HMAC-SHA256 Credential=,SignedHeaders=,Signature=',
      'AWS4-HMAC-SHA256 Credential=ASIASTAFF/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=é',
      `AWS4-HMAC-SHA256 ${'Credential=x,'.repeat(200)}`,
    ]) {
      const answer = await fetch(server.url('images/a.png'), {
        headers: {
          authorization,
          'x-amz-date': '20260101T000000Z',
          'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(404)
      await answer.text()
    }
  })
})

describe('A presigned address', () => {
  test('opens one object to whoever holds it, for its time', async () => {
    const url = await presign(600)
    expect(await (await fetch(url)).text()).toBe('picture')
    expect((await fetch(url, { headers: { range: 'bytes=0-2' } })).status).toBe(206)
    server.time.offset = 601_000
    expect(await readCode(await fetch(url))).toBe('AccessDenied')
    server.time.offset = -16 * 60_000
    expect(await readCode(await fetch(url))).toBe('AccessDenied')
  })

  test('is refused when anything in it was altered or left away', async () => {
    const url = await presign()
    const ask = async (from: string | RegExp, to: string) => readCode(await fetch(url.replace(from, to)))
    expect(await ask('a.png', 'b.png')).toBe('SignatureDoesNotMatch')
    expect(await ask('X-Amz-Expires=900', 'X-Amz-Expires=901')).toBe('SignatureDoesNotMatch')
    expect(await ask('X-Amz-Expires=900', 'X-Amz-Expires=nan')).toBe('AuthorizationQueryParametersError')
    expect(await ask(/&X-Amz-Expires=\d+/, '')).toBe('AuthorizationQueryParametersError')
    expect(await ask(/X-Amz-Security-Token=[^&]+/, 'X-Amz-Security-Token=x')).toBe('SignatureDoesNotMatch')
    expect(await ask(/X-Amz-Signature=\w+/, 'X-Amz-Signature=00')).toBe('SignatureDoesNotMatch')
    expect(await ask(/&X-Amz-Signature=\w+/, '')).toBe('AuthorizationQueryParametersError')
    expect(await ask(/$/, '&response-content-type=text/html')).toBe('SignatureDoesNotMatch')
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403)
  })

  test('works from a second to a week', async () => {
    for (const seconds of [1, 604_800]) {
      const signed = await fetch(await presign(seconds))
      expect([seconds, await readCode(signed)]).toEqual([seconds, '200'])
    }
    const url = await presign()
    for (const seconds of ['0', '604801', '', '-1', '1e3']) {
      const altered = await fetch(url.replace('X-Amz-Expires=900', `X-Amz-Expires=${seconds}`))
      expect([seconds, await readCode(altered)]).toEqual([seconds, 'AuthorizationQueryParametersError'])
    }
  })

  test('stops working when its key is revoked', async () => {
    const url = await presign()
    const credential = server.keys.get(WRITER_KEY.accessKeyId)
    server.keys.delete(WRITER_KEY.accessKeyId)
    expect(await readCode(await fetch(url))).toBe('InvalidAccessKeyId')
    if (credential) {
      server.keys.set(WRITER_KEY.accessKeyId, credential)
    }
  })

  test('uploads too, with the metadata that was put into it', async () => {
    const put = new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'images/handed out.png',
      Metadata: { by: 'José' },
    })
    const url = await getSignedUrl(server.client(), put, { expiresIn: 60 })
    expect((await fetch(url, { method: 'PUT', body: 'handed' })).status).toBe(200)
    const answer = await server.signer().fetch(server.url('images/handed%20out.png'))
    expect(await answer.text()).toBe('handed')
    expect(Buffer.from(answer.headers.get('x-amz-meta-by') ?? '', 'latin1').toString()).toBe('José')
  })

  test('stores no metadata whose name no header can have', async () => {
    for (const name of ['a%20b', 'a%0ab', 'caf%C3%A9', 'a%3Ab']) {
      const url = `${server.url('images/unnamable')}?x-amz-meta-${name}=1`
      const signed = await server.signer().sign(url, { method: 'PUT', aws: { signQuery: true } })
      const put = await fetch(signed.url, { method: 'PUT', body: 'kept' })
      expect([name, await readCode(put)]).toEqual([name, 'InvalidArgument'])
    }
    expect(await server.store.has('images/unnamable')).toBe(false)
  })

  test('is not mixed with a signature in the header', async () => {
    const answer = await server.signer().fetch(await presign())
    expect(await readCode(answer)).toBe('InvalidArgument')
  })
})
