import { TOTP } from 'otpauth'
import { issueToken } from '../../src/people/accounts/token.service.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { PASSWORD } from '../support/shop.ts'
import { emailOf } from './accounts.ts'
import { nameAt, type Prepare, type PreparedEntry } from './prepare.ts'
import type { Member } from './requests.ts'
import type { Round } from './round.ts'

const withPassword: Prepare = async () => ({ fields: { password: PASSWORD, newPassword: PASSWORD } })

const codeOf = (secret: string) => new TOTP({ secret }).generate()
/** A code works once: that of the next half minute is also accepted. */
const nextCodeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

const accountToken =
  (purpose: Parameters<typeof issueToken>[2]): Prepare =>
  async (round, caller, row) => {
    const { id } =
      round.accounts[purpose === 'TEST_MAIL' ? 'admin' : purpose === 'EXPORT' ? caller : nameAt(row)]
    return { fields: { token: await issueToken(round.db, id, purpose, new Date()), password: PASSWORD } }
  }

/** A download of all data, by the cookie that the link of its mail gave. */
const exportFile: Prepare = async (round, caller, row) => {
  const { fields } = await accountToken('EXPORT')(round, caller, row)
  const opened = await round.callAs(caller, 'POST', '/api/account/export/open', { token: fields['token'] })
  return { fields: {}, cookie: opened.cookies.map(each => each.split(';')[0]).join('; ') }
}

async function beginTotp(round: Round, caller: Member): Promise<string> {
  const begin = () => round.callAs(caller, 'POST', '/api/account/totp', { password: PASSWORD })
  const begun = await begin()
  if (begun.status < 300) return (begun.body as { secret: string }).secret
  // It was on already.
  await round.restore(caller)
  return ((await begin()).body as { secret?: string }).secret ?? ''
}

async function turnTotpOn(round: Round, caller: Member): Promise<string> {
  const secret = await beginTotp(round, caller)
  await round.callAs(caller, 'POST', '/api/account/totp/confirm', { code: codeOf(secret) })
  return secret
}

/** Turns two-step verification on for an account, and signs in halfway. */
const halfwayLogin: Prepare = async (round, _, row) => {
  const name = nameAt(row)
  const secret = await turnTotpOn(round, name)
  const login = await round.callAs('nobody', 'POST', '/api/login', {
    email: emailOf(name),
    password: PASSWORD,
  })
  return {
    fields: { code: nextCodeOf(secret) },
    cookie: login.cookies.find(each => each.startsWith('gloed_login='))?.split(';')[0] ?? '',
    owner: round.accounts[name].id,
    changed: name,
  }
}

/** The session with which an account turned it on: a code that confirms it again. */
const confirmingCode: Prepare = async (round, caller) => ({
  fields: { code: nextCodeOf(await turnTotpOn(round, caller)) },
  changed: caller,
})

async function makePasskey(round: Round, caller: Member) {
  const device = createAuthenticator(round.origin)
  const { body } = await round.callAs(caller, 'POST', '/api/account/passkeys/options')
  return { device, credential: device.create(body as Record<string, unknown>) }
}

async function addPasskey(round: Round, caller: Member) {
  const { device, credential } = await makePasskey(round, caller)
  await round.callAs(caller, 'POST', '/api/account/passkeys', { name: 'Telefoon', credential })
  return device
}

const newPasskey: Prepare = async (round, caller) => {
  const { credential } = await makePasskey(round, caller)
  return { fields: { name: 'Telefoon', credential }, changed: caller }
}

const passkeyLogin: Prepare = async (round, caller) => {
  const device = await addPasskey(round, caller)
  const options = await round.callAs('nobody', 'POST', '/api/login/passkey/options', {})
  return {
    fields: { credential: device.get(options.body as Record<string, unknown>) },
    owner: round.accounts[caller].id,
    changed: caller,
  }
}

const confirmingPasskey: Prepare = async (round, caller) => {
  const device = await addPasskey(round, caller)
  const options = await round.callAs(caller, 'POST', '/api/account/confirmation/passkey/options')
  return { fields: { credential: device.get(options.body as Record<string, unknown>) }, changed: caller }
}

const currentTerms: Prepare = async round => {
  const { body } = await round.callAs('nobody', 'GET', '/api/legal/terms')
  return { fields: { version: (body as { label: string }).label } }
}

export const preparedAccounts: PreparedEntry[] = [
  [
    /POST \/api\/login$/,
    'email password',
    async (round, _, row) => ({
      fields: { email: emailOf(nameAt(row)), password: PASSWORD },
      owner: round.accounts[nameAt(row)].id,
    }),
  ],
  [
    /POST \/api\/register/,
    'email password dateOfBirth',
    async (round, _, row) => ({
      fields: {
        email: row % 3 ? `nieuw.${round.count()}@gloed.test` : emailOf(nameAt(row)),
        password: PASSWORD,
        dateOfBirth: '1990-01-01',
      },
    }),
  ],
  [/POST \/api\/email\/(verify|refuse)$/, 'token password', accountToken('VERIFY_EMAIL')],
  [/POST \/api\/password\/reset/, 'token password', accountToken('RESET_PASSWORD')],
  [/POST \/api\/test-mail/, 'token', accountToken('TEST_MAIL')],
  [/export\/open/, 'token', accountToken('EXPORT')],
  [/export\/file/, '', exportFile],
  [/POST \/api\/login\/totp/, 'code', halfwayLogin],
  [/account\/confirmation\/totp/, 'code', confirmingCode],
  [/account\/confirmation\/passkey$/, 'credential', confirmingPasskey],
  [
    /POST \/api\/account\/totp\/confirm/,
    'code',
    async (round, caller) => ({ fields: { code: codeOf(await beginTotp(round, caller)) }, changed: caller }),
  ],
  [
    /DELETE \/api\/account\/totp|totp\/recovery-codes/,
    'password',
    async (round, caller) => {
      await turnTotpOn(round, caller)
      return { fields: { password: PASSWORD }, changed: caller }
    },
  ],
  [/POST \/api\/account\/passkeys$/, 'credential', newPasskey],
  [/POST \/api\/login\/passkey$/, 'credential', passkeyLogin],
  [/user\/terms|legal/, 'version', currentTerms],
  [/account/, 'password newPassword', withPassword],
]
