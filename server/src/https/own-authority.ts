import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { StartupError } from '../startup-error.ts'
import { readSecret, writeSecret } from './secret-file.ts'

/** Where a browser finds this machine: its name in the network, and its IPv4 addresses there. */
export type Places = { name: string; addresses: readonly string[] }

const DAY = 24 * 60 * 60_000
/** An authority is trusted by hand on every phone, so it outlives the machine. */
const AUTHORITY_DAYS = 3650
/** Apple's systems refuse a certificate of more than 825 days, Chromium one of more than 398. */
const CERTIFICATE_DAYS = 397
const RENEWED_BEFORE = 60 * DAY
/** A phone's clock may be behind. */
const MADE_BEFORE = DAY
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * A certificate for these places, with its key, in PEM form, from an authority that is this server's own: made at the
 * first call and kept in `folder`. The authority can vouch for the places of that first call and for no others
 * (RFC 5280, section 4.2.1.10), so that an address that came later is not in the certificate. Throws StartupError if
 * the name is another than then.
 */
export async function keepOwnCertificate(
  folder: string,
  { name, addresses }: Places,
  now: number,
): Promise<{ pem: string; authority: X509Certificate; addresses: string[] }> {
  const authorityFile = join(folder, 'authority.pem')
  const kept =
    readSecret(authorityFile) ?? writeSecret(authorityFile, await makeAuthority([name, ...addresses], now))
  const authority = new X509Certificate(kept)
  const permitted = permittedBy(authority)
  if (!permitted.includes(name)) {
    throw new StartupError(
      `The certificate authority that the phones trust is for ${permitted[0]} alone, and this machine is ${name} now: set VESTRY_PUBLIC_URL to https://${permitted[0]} and the port, or move ${authorityFile} away and let every phone trust the new one.`,
    )
  }
  const known = addresses.filter((address) => permitted.includes(address))
  const names = [name, ...known]
  const file = join(folder, 'own.pem')
  const present = readSecret(file)
  const isGood = present !== undefined && isFor(new X509Certificate(present), names, authority, now)
  const pem = isGood ? present : writeSecret(file, await makeCertificate(kept, authority, names, now))
  return { pem, authority, addresses: known }
}

async function makeAuthority(names: readonly string[], now: number): Promise<string[]> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Vestry on ${names[0]}`] }],
    keys,
    serialNumber: makeSerialNumber(),
    signingAlgorithm: ALGORITHM,
    ...period(now, AUTHORITY_DAYS),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      constrainTo(names),
    ],
  })
  return [certificate.toString('pem'), await exportKey(keys.privateKey)]
}

async function makeCertificate(
  authorityPem: string,
  authority: X509Certificate,
  names: readonly string[],
  now: number,
): Promise<string[]> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [names[0] ?? ''] }],
    issuer: authority.subject,
    serialNumber: makeSerialNumber(),
    signingAlgorithm: ALGORITHM,
    ...period(now, CERTIFICATE_DAYS),
    publicKey: keys.publicKey,
    signingKey: await importKey(authorityPem),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  })
  return [certificate.toString('pem'), authority.toString('pem'), await exportKey(keys.privateKey)]
}

function isFor(
  certificate: X509Certificate,
  names: readonly string[],
  authority: X509Certificate,
  now: number,
): boolean {
  const alternatives = certificate.getExtension(SubjectAlternativeNameExtension)
  const present = (alternatives?.names.items ?? []).map(({ value }) => value)
  return (
    certificate.issuer === authority.subject &&
    certificate.notBefore.getTime() <= now &&
    certificate.notAfter.getTime() - now > RENEWED_BEFORE &&
    present.length === names.length &&
    names.every((name) => present.includes(name))
  )
}

/** Critical, so that who doesn't understand the limit doesn't trust the authority. */
function constrainTo(names: readonly string[]): Extension {
  const subtrees = (bases: ConstructorParameters<typeof GeneralName>[0][]) =>
    new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base: new GeneralName(base) })))
  const addresses = names.filter((name) => isIP(name))
  const constraints = new NameConstraints({
    permittedSubtrees: subtrees(
      names.map((name) => (isIP(name) ? { iPAddress: `${name}/32` } : { dNSName: name })),
    ),
    // A kind of name that is not mentioned is not limited.
    excludedSubtrees: subtrees([
      { iPAddress: '::/0' },
      ...(addresses.length === 0 ? [{ iPAddress: '0.0.0.0/0' }] : []),
    ]),
  })
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints))
}

/** The name comes first. */
function permittedBy(authority: X509Certificate): string[] {
  const extension = authority.getExtension(id_ce_nameConstraints)
  const constraints = extension && AsnConvert.parse(extension.value, NameConstraints)
  const bases = (constraints?.permittedSubtrees ?? []).map(({ base }) => base)
  return bases.map(({ dNSName, iPAddress = '' }) => dNSName ?? iPAddress.replace(/\/32$/, ''))
}

const period = (now: number, days: number) => ({
  notBefore: new Date(now - MADE_BEFORE),
  notAfter: new Date(now - MADE_BEFORE + days * DAY),
})

/** A positive number of 16 bytes, as hexadecimal digits. */
function makeSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

async function makeKeys(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

async function exportKey(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)
}

/** The key comes last in its file. */
async function importKey(pem: string): Promise<CryptoKey> {
  const key = PemConverter.decode(pem).at(-1) ?? new ArrayBuffer(0)
  return await crypto.subtle.importKey('pkcs8', key, ALGORITHM, false, ['sign'])
}
