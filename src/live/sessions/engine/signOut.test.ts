import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestClient, TestUser } from '../../../../tests/support/shop.ts'
import { addTestMinutes } from '../../../../tests/support/toys.ts'
import { changeCustomer, endCustomerSessions } from '../../../backoffice/customers/contract.ts'
import {
  changePassword,
  endLoginSession,
  endOtherLoginSessions,
  listLoginSessions,
  login,
  logout,
  resetPassword,
} from '../../../people/accounts/contract.ts'
import { issueToken } from '../../../people/accounts/token.service.ts'
import { readControlSession, sendCommand, startControl, stopControl } from '../contract.ts'
import { toyControlSessions } from '../table.ts'

/** The clock stands still, so that nothing stops a toy but the end of the login. */
const control = controlFixture({ LIVE_COUNTDOWN_SECONDS: '0' })

const password = 'een-goed-wachtwoord'

const newestOf = async (userId: string) => {
  const rows = await control
    .db()
    .select()
    .from(toyControlSessions)
    .where(eq(toyControlSessions.userId, userId))
  return rows.at(-1)
}

/** A player whose toy runs, and another browser in which the same account is logged in. */
async function scene() {
  const { shop } = control
  const player = await shop.newUser()
  await addTestMinutes(shop, player.user.id, 20)
  const other = shop.newClient()
  expect((await other.call(login, { email: player.user.email, password })).status).toBe(200)
  const [toyDeviceId] = control.toyIds
  expect((await player.call(startControl, { toyDeviceId })).status).toBe(201)
  await player.call(readControlSession)
  const sent = await player.call(sendCommand, { toyDeviceId, command: 'vibrate', intensity: 16 })
  expect(sent.status).toBe(200)
  expect(await control.simulator.levelOf(toyDeviceId)).toBe(16)
  return { player, other, toyDeviceId }
}

const ways: [string, (player: TestUser, other: TestClient) => Promise<{ status: number }>][] = [
  ['a sign-out', player => player.call(logout)],
  ['a sign-out in another browser', (_, other) => other.call(logout)],
  ['a sign-out everywhere else', (_, other) => other.call(endOtherLoginSessions)],
  [
    'the end of one login',
    async (player, other) => {
      const all = (await other.call(listLoginSessions)).body
      const sessionId = all.find(({ isCurrent }) => !isCurrent)?.id
      return other.call(endLoginSession, { sessionId })
    },
  ],
  [
    'another password, chosen elsewhere',
    (_, other) => other.call(changePassword, { password, newPassword: 'een-beter-wachtwoord' }),
  ],
  [
    'a password reset',
    async ({ user }) => {
      const { db, now } = control.shop.node.platform
      const token = await issueToken(db, user.id, 'RESET_PASSWORD', now())
      return control.shop.newClient().call(resetPassword, { token, password: 'een-beter-wachtwoord' })
    },
  ],
  [
    'a login as someone else in the same browser',
    async player => {
      const { email } = (await control.shop.newUser()).user
      return player.call(login, { email, password })
    },
  ],
  [
    'another role',
    async ({ user }) =>
      (await control.shop.newUser('ADMIN')).call(changeCustomer, { userId: user.id, role: 'MODEL' }),
  ],
  [
    'an admin who ends their logins',
    async ({ user }) => (await control.shop.newUser('ADMIN')).call(endCustomerSessions, { userId: user.id }),
  ],
]

describe('a toy that a player controls', () => {
  it.each(ways)('ends at once by %s', async (_, end) => {
    const { player, other, toyDeviceId } = await scene()
    expect((await end(player, other)).status).toBeLessThan(300)
    // Read without waiting: it is part of the answer.
    expect(await newestOf(player.user.id)).toMatchObject({ status: 'STOPPED' })
    await control.simulator.untilLevel(toyDeviceId, 0)
    await control.simulator.untilLast(toyDeviceId, 'Stop')
  })

  it('goes on when no login ends, and when its creator signs out', async () => {
    const { player, other, toyDeviceId } = await scene()
    await other.call(logout)
    await player.call(startControl, { toyDeviceId })
    await player.call(readControlSession)
    await player.call(endOtherLoginSessions)
    await control.creator.call(endOtherLoginSessions)
    const creatorElsewhere = control.shop.newClient()
    await creatorElsewhere.call(login, { email: control.creator.user.email, password })
    expect((await creatorElsewhere.call(logout)).status).toBe(204)
    expect(await newestOf(player.user.id)).toMatchObject({ status: 'ACTIVE' })
    await player.call(stopControl)
  })
})
