import { isIPv4, isIPv6 } from 'node:net'

/** `::ffff:203.0.113.7` is how a socket that takes both kinds says `203.0.113.7`. */
const unmapIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The eight groups of an IPv6 address. */
function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const split = (part = '') => (part === '' ? [] : part.split(':'))
  const [start, end] = [split(head), split(tail)]
  const between = tail === undefined ? 0 : Math.max(8 - start.length - end.length, 0)
  return [...start, ...Array<string>(between).fill('0'), ...end].map(group =>
    (Number.parseInt(group, 16) || 0).toString(16),
  )
}

/** The part of the network that an address is in, and no more: `203.0.113.0/24`, `2001:db8:1::/48`; null for what is none. */
export function anonymizeIp(address: string): string | null {
  const own = unmapIpv4(address)
  if (isIPv4(own)) return `${own.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(own) ? `${ipv6Groups(own).slice(0, 3).join(':')}::/48` : null
}

/** What one connection is counted by: whoever has an IPv6 address has the other 2^64 beside it too. */
export function ipRateLimitKey(address: string): string {
  const own = unmapIpv4(address)
  return isIPv6(own) ? `${ipv6Groups(own).slice(0, 4).join(':')}::/64` : own
}
