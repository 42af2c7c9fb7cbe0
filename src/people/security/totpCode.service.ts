import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, a new one every 30 seconds. */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps a clock may be off, either way. */
const STEP_TOLERANCE = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

export const generateTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const createTotp = (secret: string) => new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) })

/** What an app reads from the QR code. */
export const buildOtpauthUrl = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...totpOptions, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** The step that a code is of, counted from 1970; null when it is of none near `now`. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const off = createTotp(secret).validate({ token: code, timestamp, window: STEP_TOLERANCE })
  return off === null ? null : Math.floor(timestamp / 1000 / totpOptions.period) + off
}

/** Without what is there for reading only, and with letters that no code has read as the digits that they look like. */
export const normalizeCode = (entered: string): string =>
  entered
    .normalize('NFKC')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Whether it is of the app's form, rather than a recovery code's. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)
