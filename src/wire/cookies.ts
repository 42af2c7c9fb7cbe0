/** Browsers accept `__Host-` cookies only over HTTPS from this very host, so that another subdomain can't set one. */
export const cookieNameFor = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

/**
 * The value in a Cookie header; undefined without one. A cookie that a script wrote before scripts used `__Host-` names is read
 * too, when there is no newer one.
 */
export const readCookie = (cookies: string | undefined, name: string): string | undefined =>
  // Nearly no request has the one that is asked of each.
  cookies?.includes(name)
    ? (valueIn(cookies, cookieNameFor(name, true)) ?? valueIn(cookies, name))
    : undefined

const valueIn = (cookies: string, name: string): string | undefined =>
  cookies
    .split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Set by the browser of somebody who signed out without a connection: the next request ends the session. */
export const SIGNED_OUT_COOKIE = 'gloed_signed_out'

/**
 * Readable by scripts: whether this browser may have the cart of a guest (`1`), so that others ask for none; `partial` when not all of it
 * could be taken over into an account.
 */
export const CART_COOKIE = 'gloed_cart'
