import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BigInteger } from './big-integer.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '', d = '' } = privateKey.export({ format: 'jwk' })
const padding = constants.RSA_NO_PADDING

const integer = (bytes: Buffer) => new BigInteger(bytes.toString('hex'))
const member = (text: string) => integer(Buffer.from(text, 'base64url'))
const N = member(n)

function power(base: BigInteger, exponent: BigInteger): BigInteger | undefined {
  let result: BigInteger | undefined
  base.modPow(exponent, N, (error, found) => {
    expect(error).toBeUndefined()
    result = found
  })
  return result
}

test('a power is the one that OpenSSL has, by a short exponent and a long one', () => {
  const message = Buffer.concat([Buffer.of(0), randomBytes(255)])
  const secret = publicEncrypt({ key: publicKey, padding }, message)
  expect(power(integer(message), member(e))?.toString(16)).toBe(integer(secret).toString(16))
  expect(privateDecrypt({ key: privateKey, padding }, secret)).toEqual(message)
  expect(power(integer(secret), member(d))?.toString(16)).toBe(integer(message).toString(16))
})

test('the power of what lies below zero is that of its remainder', () => {
  const [two, seven] = [new BigInteger('2'), new BigInteger('7')]
  const negative = two.subtract(seven)
  expect(negative.toString(16)).toBe('-5')
  expect(negative.mod(seven).toString(16)).toBe('2')
  expect(power(negative, new BigInteger('1'))?.equals(N.subtract(new BigInteger('5')))).toBe(true)
})

test('it adds, multiplies and compares', () => {
  const [two, seven] = [new BigInteger('2'), new BigInteger('0007')]
  expect(two.add(seven).toString(16)).toBe('9')
  expect(two.multiply(seven).toString(16)).toBe('e')
  expect(two.subtract(seven).abs().toString(16)).toBe('5')
  expect([two.compareTo(seven), seven.compareTo(two), two.compareTo(two)]).toEqual([-1, 1, 0])
  expect(BigInteger.ZERO.add(BigInteger.ONE).equals(new BigInteger('01'))).toBe(true)
})
