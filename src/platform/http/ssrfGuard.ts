import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IANA's special-purpose networks, which are not on the public internet. */
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
/** Of IPv6 only the global unicast addresses are public, except those that embed an IPv4 address. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const nonPublicIpv6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  nonPublicIpv6.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is on the public internet. */
export const isPublicIp = (address: string): boolean =>
  isIP(address) === 6
    ? globalIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6')
    : isIP(address) === 4 && !nonPublicIpv4.check(address, 'ipv4')

/** False for a private IP address; true for a name, which `publicLookup` checks when it is resolved. */
export function mayBePublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 || isPublicIp(address)
}

/**
 * A DNS lookup that fails when any of the addresses is not on the public internet. To be used by the connection itself, so that a
 * later change of the DNS record has no effect.
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
