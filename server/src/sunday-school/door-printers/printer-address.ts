import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Where no printer is: link-local addresses, at which clouds tell machines their secrets, those of many receivers and of
 * none, and IPv4 addresses in the guise of IPv6.
 */
const REFUSED = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  REFUSED.ipv4.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fd00:ec2::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  REFUSED.ipv6.addSubnet(network, prefix, 'ipv6')
}

/** Whether nothing is sent to this IP address. A name is none, and is looked at once it is found. */
export function isRefusedAddress(address: string): boolean {
  const version = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return isIP(address) !== 0 && REFUSED[version].check(address, version)
}

/** The IP address of a printer, to which the connection then goes; `undefined` if it has none that it may have. */
export async function findPrinterAddress(
  host: string,
  { deadline, find = lookup }: { deadline: number; find?: (host: string) => Promise<{ address: string }> },
): Promise<string | undefined> {
  // A name that nobody knows, or says in time, is a printer that does not react.
  const found = await Promise.race([
    find(host).catch(() => undefined),
    pause(Math.max(0, deadline - performance.now()), undefined, { ref: false }),
  ])
  return found === undefined || isRefusedAddress(found.address) ? undefined : found.address
}
