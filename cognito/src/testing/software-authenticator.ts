import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The part of the server's request for a passkey that an authenticator reads. */
export type CreationOptions = {
  challenge: string
  rp: { id: string }
  user: { id: string }
  excludeCredentials: { id: string }[]
}
export type RequestOptions = { challenge: string; rpId: string; allowCredentials: { id: string }[] }

/** How a browser or an authenticator may lie or fail. */
export type Forgery = {
  origin?: string
  crossOrigin?: boolean
  rpId?: string
  challenge?: string
  type?: string
  /** The user was not asked for a finger or a number. */
  unverified?: boolean
  counter?: number
  userHandle?: string
  id?: string
  tampered?: boolean
  format?: 'none' | 'packed' | 'certified'
  algorithm?: number
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40] as const

/**
 * A browser and an authenticator with one passkey (ES256), written by the standard and apart from the server. It does
 * what it is told, and lies if told to.
 */
export function makeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  function clientData(type: string, challenge: string, lie: Forgery): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
      }),
    )
  }

  function authenticatorData(rpId: string, flags: number, lie: Forgery, attested = Buffer.alloc(0)): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? counter)
    const flagged = flags | PRESENT | (lie.unverified ? 0 : VERIFIED)
    return Buffer.concat([sha256(Buffer.from(lie.rpId ?? rpId)), Buffer.of(flagged), count, attested])
  }

  const common = (lie: Forgery) => {
    const name = lie.id ?? id.toString('base64url')
    return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {} }
  }

  return {
    id: id.toString('base64url'),

    /** `navigator.credentials.create()`. */
    create(options: CreationOptions, lie: Forgery = {}) {
      if (options.excludeCredentials.some((one) => one.id === this.id)) {
        throw new Error('InvalidStateError: this authenticator is registered.')
      }
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey, lie.algorithm ?? -7)])
      const authData = authenticatorData(options.rp.id, ATTESTED, lie, attested)
      const client = clientData('webauthn.create', options.challenge, lie)
      const sig = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      const statement: [Cbor, Cbor][] = { none: [], packed: signed(sig), certified: certified(sig) }[
        lie.format ?? 'none'
      ]
      const attestationObject = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', lie.format && lie.format !== 'none' ? 'packed' : 'none'],
          ['attStmt', new Map(statement)],
          ['authData', authData],
        ]),
      )
      return {
        ...common(lie),
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          transports: ['internal', 'hybrid'],
          publicKeyAlgorithm: -7,
        },
      }
    },

    /** `navigator.credentials.get()`. */
    get(options: RequestOptions, lie: Forgery = {}) {
      const authData = authenticatorData(options.rpId, 0, lie)
      const client = clientData('webauthn.get', options.challenge, lie)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      if (lie.tampered) {
        signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      }
      return {
        ...common(lie),
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lie.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

const signed = (sig: Buffer): [Cbor, Cbor][] => [
  ['alg', -7],
  ['sig', sig],
]

/** Vouched for by a certificate, or by something that claims to be one. */
const certified = (sig: Buffer): [Cbor, Cbor][] => [...signed(sig), ['x5c', [randomBytes(64)]]]

function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>

/** As much of RFC 8949 as passkeys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') {
    return value < 0 ? head(1, -1 - value) : head(0, value)
  }
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  }
  if (Buffer.isBuffer(value)) {
    return Buffer.concat([head(2, value.length), value])
  }
  if (Array.isArray(value)) {
    return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  }
  const pairs = [...value].flatMap(([key, content]) => [cbor(key), cbor(content)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, count: number): Buffer {
  if (count < 24) {
    return Buffer.of((major << 5) | count)
  }
  return count < 256
    ? Buffer.of((major << 5) | 24, count)
    : Buffer.of((major << 5) | 25, count >> 8, count & 0xff)
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
