import { isIPv4, isIPv6 } from 'node:net'

/** A dual-stack socket gives `203.0.113.7` as `::ffff:203.0.113.7`. */
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

/** The network of an IP address: `203.0.113.0/24`, `2001:db8:1::/48`; null for any other text. */
export function anonymizeIp(address: string): string | null {
  const unmapped = unmapIpv4(address)
  if (isIPv4(unmapped)) return `${unmapped.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(unmapped) ? `${ipv6Groups(unmapped).slice(0, 3).join(':')}::/48` : null
}

/** The key of a rate limit by IP address: for IPv6 its /64 network, all of which belongs to one client. */
export function ipRateLimitKey(address: string): string {
  const unmapped = unmapIpv4(address)
  return isIPv6(unmapped) ? `${ipv6Groups(unmapped).slice(0, 4).join(':')}::/64` : unmapped
}
