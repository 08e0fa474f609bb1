import type { CertificateFailureKind } from '@vestry/contract/calls/address.ts'

/** What is wrong, and what to do about it, for the log and the command line. */
const SENTENCES: Record<CertificateFailureKind, (name: string) => string> = {
  no_address: (name) =>
    `The name ${name} leads nowhere: make an A record for it, with this machine's public address, where the name was bought.`,
  other_server: (name) =>
    `The name ${name} leads to another server: let its A record, and its AAAA record if there is one, have this machine's public address.`,
  port_closed: (name) =>
    `Port 80 of ${name} can't be reached from the web: open it in the firewall, and let the router pass ports 80 and 443 on to this machine.`,
  directory_unreachable: () =>
    "The certificate directory can't be reached: this machine needs the web for that.",
  directory_refused: (name) => `The certificate directory refuses a certificate for ${name}.`,
}

export function sayCertificateFailure(
  name: string,
  { kind, said }: { kind: CertificateFailureKind; said: string },
) {
  return said === '' ? SENTENCES[kind](name) : `${SENTENCES[kind](name)} It was said: ${said}`
}
