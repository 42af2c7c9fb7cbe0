import { Secret, TOTP } from 'otpauth'

/** The parameters of RFC 6238 that every authenticator app supports: SHA-1, six digits, a new one every 30 seconds. */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps of 30 seconds a clock may differ, either way. */
const STEP_TOLERANCE = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

export const generateTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const createTotp = (secret: string) => new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) })

/** The URL in the QR code. */
export const buildOtpauthUrl = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...totpOptions, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** @returns the 30-second step since 1970 that the code belongs to; null when it matches none near `now` */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const stepOffset = createTotp(secret).validate({ token: code, timestamp, window: STEP_TOLERANCE })
  return stepOffset === null ? null : Math.floor(timestamp / 1000 / totpOptions.period) + stepOffset
}

/** Removes spaces and dashes, and reads the letters O, I and L, which no code contains, as 0 and 1. */
export const normalizeCode = (entered: string): string =>
  entered
    .normalize('NFKC')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Whether it looks like a TOTP code rather than a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)
