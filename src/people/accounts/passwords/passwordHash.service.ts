import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../../../wire/problem.ts'

const deriveKey = promisify(argon2)

/** OWASP's recommended parameters for argon2id: 19 MiB, 2 passes, 1 lane. */
const argon2Options = { parallelism: 1, tagLength: 32, memory: 19 * 1024, passes: 2 }

/** @returns `argon2id$<nonce>$<tag>`, both base64url */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await deriveKey('argon2id', { ...argon2Options, message: password.normalize('NFKC'), nonce })
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const [, nonce = '', tag = ''] = passwordHash.split('$')
  const expected = Buffer.from(tag, 'base64url')
  const actual = await deriveKey('argon2id', {
    ...argon2Options,
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64url'),
  })
  return timingSafeEqual(actual, expected)
}

/** @throws Problem WRONG_PASSWORD, at the field of that name */
export async function assertRightPassword(password: string, passwordHash: string): Promise<void> {
  if (!(await verifyPassword(password, passwordHash)))
    throw new Problem('WRONG_PASSWORD', { fields: { password: 'Dit wachtwoord klopt niet.' } })
}

/** Verified against when the e-mail is unknown, so that it takes as long as with a real password. */
export const dummyPasswordHash = hashPassword(randomBytes(32).toString('base64url'))
