/**
 * Whether browsers support passkeys for this origin: a host name over HTTPS, or localhost, and never an IP address,
 * https://www.w3.org/TR/webauthn-3/#relying-party-identifier.
 */
export function canUsePasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname)
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost')
  return !isIpAddress && (protocol === 'https:' || isLocalhost)
}
