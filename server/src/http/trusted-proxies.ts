import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** Whether an address is one of the trusted proxies, given as addresses and ranges such as `10.0.0.0/8`. */
export function proxyMatcher(proxies: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) =>
    proxies.length > 0 && address !== undefined && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Takes the ports off the addresses of `X-Forwarded-For`, which some proxies add: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') {
    headers['x-forwarded-for'] = forwarded
      .split(',')
      .map((address) => address.trim().replace(/^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/, '$1$2'))
      .join(', ')
  }
}
