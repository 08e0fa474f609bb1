import { isIPv6 } from 'node:net'

/** What counts as one client address: an IPv4 address, or an IPv6 network of /64, the least that one customer gets. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1]) {
    return mapped[1]
  }
  if (!isIPv6(plain)) {
    return plain
  }
  // The parser writes each address in its shortest form, in which the IPv4 end of an IPv6 address is hexadecimal too.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return `${[...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')}::/64`
}
