import { TOTP } from 'otpauth'
import { issueToken } from '../../src/people/accounts/token.service.ts'
import { issueDownloadToken } from '../../src/shop/downloads/token.service.ts'
import { issueConversationToken } from '../../src/shop/support/token.service.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { PASSWORD } from '../support/shop.ts'
import { emailOf } from './fixture.ts'
import type { AccountName } from './fixture.ts'
import type { Caller } from './requests.ts'
import type { Round } from './round.ts'

/** What an operation needs that no table has in that form. */
export interface Prepared {
  fields: Record<string, unknown>
  /** Beside the caller's session. */
  cookie?: string
  /** The id of whose they are: who sends them may see what is theirs. */
  owner?: string | null
}

type Prepare = (round: Round, caller: Exclude<Caller, 'nobody'>, row: number) => Promise<Prepared>

const withPassword: Prepare = async () => ({ fields: { password: PASSWORD, newPassword: PASSWORD } })
const names: AccountName[] = ['user1', 'user2', 'creator1']
const nameAt = (row: number) => names[row % names.length] as AccountName

const codeOf = (secret: string) => new TOTP({ secret }).generate()

const accountToken =
  (purpose: Parameters<typeof issueToken>[2]): Prepare =>
  async (round, caller, row) => {
    const { id } =
      round.accounts[purpose === 'TEST_MAIL' ? 'admin' : purpose === 'EXPORT' ? caller : nameAt(row)]
    return { fields: { token: await issueToken(round.db, id, purpose, new Date()), password: PASSWORD } }
  }

async function beginTotp(round: Round, caller: Exclude<Caller, 'nobody'>): Promise<string | undefined> {
  const begun = await round.callAs(caller, 'POST', '/api/account/totp', { password: PASSWORD })
  return (begun.body as { secret?: string }).secret
}

/** Turns two-step verification on for an account, and signs in halfway. */
const halfwayLogin: Prepare = async (round, _, row) => {
  const name = names[row % names.length] as 'user1'
  await round.restore(name)
  const secret = (await beginTotp(round, name)) ?? ''
  await round.callAs(name, 'POST', '/api/account/totp/confirm', { code: codeOf(secret) })
  // A code works once: the one of the next half minute is also accepted.
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  const login = await round.callAs('nobody', 'POST', '/api/login', {
    email: emailOf(name),
    password: PASSWORD,
  })
  return {
    fields: { code: next },
    cookie: login.cookies.find(each => each.startsWith('gloed_login='))?.split(';')[0] ?? '',
    owner: round.accounts[name].id,
  }
}

const newPasskey: Prepare = async (round, caller) => {
  const device = createAuthenticator(round.origin)
  const { body } = await round.callAs(caller, 'POST', '/api/account/passkeys/options', { password: PASSWORD })
  return { fields: { name: 'Telefoon', credential: device.create(body as Record<string, unknown>) } }
}

const passkeyLogin: Prepare = async (round, caller) => {
  const device = createAuthenticator(round.origin)
  const { body } = await round.callAs(caller, 'POST', '/api/account/passkeys/options', { password: PASSWORD })
  const credential = device.create(body as Record<string, unknown>)
  await round.callAs(caller, 'POST', '/api/account/passkeys', { name: 'Telefoon', credential })
  const options = await round.callAs('nobody', 'POST', '/api/login/passkey/options', {})
  return {
    fields: { credential: device.get(options.body as Record<string, unknown>) },
    owner: round.accounts[caller].id,
  }
}

const idIn = async (round: Round, text: string, row: number): Promise<Record<string, string>> => {
  const found = await round.select(text)
  return (found[row % found.length] ?? {}) as Record<string, string>
}

const conversationLink: Prepare = async (round, _, row) => {
  const { id = '', owner = null } = await idIn(
    round,
    'select id, user_id as owner from support_conversations',
    row,
  )
  return { fields: { token: await issueConversationToken(round.db, id, new Date()) }, owner }
}

const downloadLink: Prepare = async (round, _, row) => {
  const {
    order = '',
    owner = null,
    ...line
  } = await idIn(
    round,
    `select d.user_id as owner, d.order_id as order, d.order_item_id as "itemId", f.id as "fileId"
     from digital_deliveries d left join digital_files f on f.product_id = d.product_id`,
    row,
  )
  return { fields: { ...line, token: await issueDownloadToken(round.db, order, new Date()) }, owner }
}

const guestOrderLink: Prepare = async (round, _, row) => {
  const { id = '', owner = null } = await idIn(
    round,
    `select o.id, u.id as owner from orders o join users u on u.id = o.user_id where u.role = 'GUEST'`,
    row,
  )
  return { fields: { token: await round.linkToken({ guestOrderId: id }) }, owner }
}

const recallLink: Prepare = async (round, _, row) => {
  const { id = '' } = await idIn(round, 'select id from recall_notices', row)
  return { fields: { token: await round.linkToken({ recallNoticeId: id }) } }
}

const contentCaseLink: Prepare = async (round, _, row) => {
  const report = await idIn(
    round,
    `select r.id, r.case_id as "caseId", r.reporter_id as reporter, c.owner_id as author
     from content_reports r join content_cases c on c.id = r.case_id order by r.id`,
    row,
  )
  const { id, caseId, reporter = null, author = null } = report
  // Until something was reported.
  if (id === undefined || caseId === undefined) return { fields: { token: 'onbekend' } }
  const [party, owner] = row % 2 ? [{ contentReportId: id }, reporter] : [{ contentCaseId: caseId }, author]
  return { fields: { token: await round.linkToken(party) }, owner }
}

/** As an editor of the admin sends back what it read. */
const readBack =
  (path: string): Prepare =>
  async round => {
    const { body } = await round.callAs('admin', 'GET', path)
    const { settings, ...rest } = body as { settings?: object }
    return { fields: { ...settings, ...rest } }
  }

/** A text as its editor read it; with a draft, which can be thrown away. */
const content: Prepare = async (round, _, row) => {
  const { status, body: list } = await round.callAs('admin', 'GET', '/api/admin/content')
  if (status !== 200) throw new Error(`texts can't be read: ${status} ${JSON.stringify(list)}`)
  const keys = (list as { key: string }[]).map(({ key }) => key)
  const path = `/api/admin/content/${keys[row % keys.length]}`
  const read = async () => {
    const { body } = await round.callAs('admin', 'GET', path)
    const { key, version, revision, published, draft } = body as Record<string, unknown>
    return { key, version, revision, body: draft ?? published }
  }
  if (row % 2 === 0) return { fields: await read() }
  await round.callAs('admin', 'PUT', `${path}/draft`, await read())
  return { fields: await read() }
}

/** A toy that the caller has just begun to control. */
const controlledToy: Prepare = async (round, caller) => {
  const toys = await round.select('select id from toys order by id')
  for (const { id } of toys) {
    const { status } = await round.callAs(caller, 'POST', '/api/toy-control/start', { toyDeviceId: id })
    if (status === 201) return { fields: { toyDeviceId: id } }
  }
  const [live] = await round.select(
    `select toy_device_id as id from toy_control_sessions where stopped_at is null and user_id = '${round.accounts[caller].id}'`,
  )
  return { fields: { toyDeviceId: live?.['id'] ?? null } }
}

/** A toy that another account controls. */
const busyToy: Prepare = async (round, caller, row) => {
  const { fields } = await controlledToy(round, caller === 'user2' ? 'user1' : 'user2', row)
  return { fields: { toyId: fields['toyDeviceId'] } }
}

const currentTerms: Prepare = async round => {
  const { body } = await round.callAs('nobody', 'GET', '/api/legal/terms')
  const { versions } = body as { versions: { version: string; isCurrent?: boolean }[] }
  return { fields: { version: versions[0]?.version } }
}

/** By operation, with the fields that are prepared. */
const entries: [RegExp, string, Prepare][] = [
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
  [/POST \/api\/email\/verify$/, 'token', accountToken('VERIFY_EMAIL')],
  [/POST \/api\/password\/reset/, 'token password', accountToken('RESET_PASSWORD')],
  [/POST \/api\/test-mail/, 'token', accountToken('TEST_MAIL')],
  [/export\/file/, 'token', accountToken('EXPORT')],
  [/POST \/api\/login\/totp/, 'code', halfwayLogin],
  [
    /POST \/api\/account\/totp\/confirm/,
    'code',
    async (round, caller) => ({
      fields: { code: codeOf((await beginTotp(round, caller)) ?? 'AAAA') },
    }),
  ],
  [
    /DELETE \/api\/account\/totp|totp\/recovery-codes/,
    'password',
    async (round, caller) => {
      const secret = await beginTotp(round, caller)
      if (secret) await round.callAs(caller, 'POST', '/api/account/totp/confirm', { code: codeOf(secret) })
      return { fields: { password: PASSWORD } }
    },
  ],
  [/POST \/api\/account\/passkeys$/, 'credential', newPasskey],
  [/POST \/api\/login\/passkey$/, 'credential', passkeyLogin],
  [/contact\/thread/, 'token', conversationLink],
  [/guest-orders\/open/, 'token', guestOrderLink],
  [/recalls\/open/, 'token', recallLink],
  [/content-reports\/(open|appeal)/, 'token', contentCaseLink],
  [/\/api\/downloads/, 'token itemId fileId', downloadLink],
  [
    /PUT \/api\/admin\/settings/,
    'shopName company vatScheme vatEvidence placeholderRating storefrontAccess trackingCost shipsTo shippingPricing freeShippingFrom labelSender lowStockThreshold giftCardMonths holidayNotice delivery version',
    readBack('/api/admin/settings'),
  ],
  [/PUT \/api\/admin\/minute-packages/, 'version packages', readBack('/api/admin/minute-packages')],
  [/admin\/content\/\{key\}/, 'key version revision body', content],
  [/toy-control\/command/, 'toyDeviceId', controlledToy],
  [/POST \/api\/toys\/\{toyId\}\/queue/, 'toyId', busyToy],
  [/user\/terms|legal/, 'version', currentTerms],
  [/account/, 'password newPassword', withPassword],
]

const entryOf = (key: string) => entries.find(([of]) => of.test(key))

/** Whether a field of an operation is prepared when a request is sent. */
export const isPrepared = (key: string, field: string): boolean =>
  entryOf(key)?.[1].split(' ').includes(field) ?? false

export const preparerOf = (key: string): Prepare | undefined => entryOf(key)?.[2]
