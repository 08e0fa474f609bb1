import { isIPv6 } from 'node:net'

/** What counts as one address: an IPv4 address, or the /64 that an IPv6 network gives at least to one customer. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1]) {
    return mapped[1]
  }
  if (!isIPv6(plain)) {
    return plain
  }
  // The address parser writes each in its one shortest form, where an IPv4 tail is hexadecimal too.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return `${[...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')}::/64`
}
