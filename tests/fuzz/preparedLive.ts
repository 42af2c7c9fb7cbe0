import { rowOf, type Prepare, type PreparedEntry } from './prepare.ts'
import type { Member } from './requests.ts'
import type { Round } from './round.ts'

/** Other requests take toys off the air, or hide their creators. */
async function openToys(round: Round): Promise<void> {
  await round.select(`update toys set on_air = true, on_air_until = '2099-01-01' where removed_at is null`)
  for (const table of ['blocked_areas', 'blocked_contacts', 'blocked_users'])
    await round.select(`delete from ${table}`)
}

/** A toy that the caller has just begun to control. */
const controlledToy: Prepare = async (round, caller) => {
  await openToys(round)
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

const anotherThan = (caller: Member): Member => (caller === 'user2' ? 'user1' : 'user2')

/** A toy that another account controls. */
const busyToy: Prepare = async (round, caller, row) => {
  const { fields } = await controlledToy(round, anotherThan(caller), row)
  return { fields: { toyId: fields['toyDeviceId'] } }
}

/** One that the caller waits for. */
const awaitedToy: Prepare = async (round, caller, row) => {
  await round.callAs(caller, 'POST', '/api/toy-control/stop', {})
  const busy = await busyToy(round, caller, row)
  await round.callAs(caller, 'POST', `/api/toys/${String(busy.fields['toyId'])}/queue`)
  return busy
}

/** A session on a toy of the caller that has not begun. */
const countingSession: Prepare = async (round, caller) => {
  const player = 'user2'
  await openToys(round)
  await round.callAs(player, 'POST', '/api/toy-control/stop', {})
  const toys = await round.select(
    `select id from toys order by owner_id = '${round.accounts[caller].id}' desc, id`,
  )
  for (const { id } of toys) {
    const { status, body } = await round.withCountdown(60, () =>
      round.callAs(player, 'POST', '/api/toy-control/start', { toyDeviceId: id }),
    )
    if (status === 201) return { fields: { sessionId: (body as { session: { id: string } }).session.id } }
  }
  return { fields: {} }
}

const stopLinkOf = async (round: Round, creator: 'creator1' | 'creator2') => {
  // There is a most.
  await round.select(`delete from stop_links where creator_id = '${round.accounts[creator].id}'`)
  const link = { name: 'Kaart', isSingleUse: false }
  const { body } = await round.callAs(creator, 'POST', '/api/studio/stop-links', link)
  return body as { link: { id: string }; url: string }
}

const stopLinkToken: Prepare = async (round, _, row) => {
  const { url } = await stopLinkOf(round, row % 2 ? 'creator1' : 'creator2')
  return { fields: { token: url.split('/').at(-1) } }
}

/** Whom the caller has just blocked. */
const blockedUser: Prepare = async (round, caller, row) => {
  const { id } = await rowOf(
    round,
    `select id from users where role = 'USER' and id <> '${round.accounts[caller].id}' order by id`,
    row,
  )
  await round.callAs(caller, 'POST', '/api/studio/blocks', { userId: id })
  return { fields: { userId: id } }
}

export const preparedLive: PreparedEntry[] = [
  [/toy-control\/command/, 'toyDeviceId', controlledToy],
  [/POST \/api\/toys\/\{toyId\}\/queue/, 'toyId', busyToy],
  [/DELETE \/api\/toys\/\{toyId\}\/queue/, 'toyId', awaitedToy],
  [/studio\/(accept|decline)/, 'sessionId', countingSession],
  [/POST \/api\/stop$/, 'token', stopLinkToken],
  [/DELETE \/api\/studio\/blocks/, 'userId', blockedUser],
]
