/** The arithmetic of SRP, for clients that put load on the service. */
export { expectedSignature, passwordExponent, publicB, verifierOf } from '../core/passwords/srp-exchange.ts'
export { bytesOf, K, N, numberOf, power, powerOfGenerator, sha256 } from '../core/passwords/srp-group.ts'
