/**
 * Whether browsers keep passkeys for a site at this address: for a name, over HTTPS or on one's own machine, and never for
 * a bare number, https://www.w3.org/TR/webauthn-3/#relying-party-identifier.
 */
export function canUsePasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  return !isNumber && (protocol === 'https:' || isOwnMachine)
}
