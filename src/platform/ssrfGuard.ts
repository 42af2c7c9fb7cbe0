import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are not the open internet (IANA's special-purpose registries): what stands there is ours, or nobody's. */
const nonPublicIpv4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  nonPublicIpv4.addSubnet(network, bits, 'ipv4')
/** Of IPv6 only the global unicast addresses are open, and not those in which an IPv4 one is wrapped. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const nonPublicIpv6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  nonPublicIpv6.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is on the open internet. */
export const isPublicIp = (address: string): boolean =>
  isIP(address) === 6
    ? globalIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6')
    : isIP(address) === 4 && !nonPublicIpv4.check(address, 'ipv4')

/** Whether a host may be asked at all: a name is judged when it is looked up, an address here. */
export function mayBePublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 || isPublicIp(address)
}

/**
 * Looks a name up, and fails where any of its addresses is not on the open internet. It is the lookup of the connection
 * itself: what is judged is what is connected to, whatever the name says a moment later.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const isOpen = !error && addresses.every(({ address }) => isPublicIp(address))
    const refusal = error ?? (isOpen ? null : new Error(`${hostname} is not on the open internet`))
    if (options.all) return done(refusal, isOpen ? addresses : [])
    const [first] = addresses ?? []
    done(refusal, isOpen && first ? first.address : '', first?.family)
  })
}
