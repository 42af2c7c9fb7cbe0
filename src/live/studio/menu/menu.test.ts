import { eq } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { openMenu } from '../../menu/rules.ts'
import { creatorFavourites, creatorMenus } from '../../menu/table.ts'
import { listToys, sendCommand, startControl, stopControl } from '../../sessions/contract.ts'
import { joinQueue, readQueuePosition } from '../../sessions/queue/contract.ts'
import { sessionConsents, sessions, toyControlSessions } from '../../sessions/table.ts'
import { toys } from '../../toys/table.ts'
import { acceptSession, changeToy, declineSession, readStudio, stopToys } from '../contract.ts'
import { changeMenu, markFavourite, readMenu, unmarkFavourite } from './contract.ts'

const control = controlFixture()
afterEach(async () => {
  await control.creator.call(stopToys)
  await control.db().delete(creatorMenus)
  await control.db().delete(creatorFavourites)
  await control.db().update(toys).set({ menuFunctions: null })
})

const change = async (menu: object, more: object[] = []) => {
  const changed = await control.creator.call(changeMenu, { ...openMenu, ...menu, toys: more })
  expect(changed.status).toBe(200)
  return changed.body
}
const start = (customer: TestCustomer) => control.start(customer, control.toyIds[0])
const consentOf = async (customer: TestCustomer) => {
  const [found] = await control
    .db()
    .select({ consent: sessionConsents, session: toyControlSessions })
    .from(sessionConsents)
    .innerJoin(toyControlSessions, eq(toyControlSessions.id, sessionConsents.sessionId))
    .where(eq(toyControlSessions.userId, customer.userId))
  return found?.consent
}
const notReceiving = {
  status: 409,
  body: { code: 'NOT_RECEIVING', message: 'Ze ontvangt nu niet iedereen.' },
}

it('a menu is the creator’s own, and nobody has one at first', async () => {
  const { body } = await control.creator.call(readMenu)
  expect(body).toMatchObject({ ...openMenu, favourites: [] })
  expect(body.toys).toHaveLength(4)
  expect(body.toys[0]).toMatchObject({ functions: ['Vibrate'], allowed: ['Vibrate'] })
  const menu = {
    patterns: ['wave'],
    ownPatterns: false,
    warmUp: { from: 3, minutes: 5 },
    audience: 'ACCEPT_EACH',
  }
  await change({ ...menu, longestMinutes: 15, pauseMinutes: 10 })
  expect((await control.creator.call(readMenu)).body).toMatchObject({
    ...menu,
    longestMinutes: 15,
    pauseMinutes: 10,
  })
  const other = await control.shop.newUser('MODEL')
  expect((await other.call(readMenu)).body).toMatchObject({ ...openMenu, toys: [] })
})

it.each([
  [{ longestMinutes: 0 }, 'longestMinutes'],
  [{ pauseMinutes: -1 }, 'pauseMinutes'],
  [{ pauseMinutes: 1e9 }, 'pauseMinutes'],
  [{ warmUp: { from: 21, minutes: 5 } }, 'warmUp.from'],
  [{ patterns: ['nothing'] }, 'patterns'],
  [{ audience: 'NOBODY' }, 'audience'],
])('refuses %j, and nothing is stored', async (wrong, field) => {
  const answer = await control.creator.call(changeMenu, { ...openMenu, toys: [], ...wrong })
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  expect(await control.db().$count(creatorMenus)).toBe(0)
})

it('a person who may not come reads one neutral sentence, whoever is in', async () => {
  const customer = await control.newCustomer(20)
  await change({ audience: 'FAVOURITES' })
  expect(await start(customer)).toMatchObject(notReceiving)
  expect(await customer.call(joinQueue, { toyId: control.toyIds[0] })).toMatchObject(notReceiving)
  expect(await control.creator.call(markFavourite, { userId: customer.userId })).toMatchObject({
    status: 200,
  })
  expect((await control.creator.call(readMenu)).body.favourites).toMatchObject([{ userId: customer.userId }])
  expect((await start(customer)).status).toBe(201)
  expect((await control.creator.call(readStudio)).body.sessions).toMatchObject([{ isFavourite: true }])
  await control.creator.call(stopToys)
  await control.creator.call(unmarkFavourite, { userId: customer.userId })
  expect(await start(customer)).toMatchObject(notReceiving)
  // A countdown is not a session that was played.
  await change({ audience: 'PLAYED_BEFORE' })
  expect(await start(customer)).toMatchObject(notReceiving)
  const unknown = { userId: '00000000-0000-7000-8000-000000000000' }
  expect((await control.creator.call(markFavourite, unknown)).status).toBe(404)
})

it('a person who played before may come', async () => {
  const { customer } = await control.inControl()
  await control.creator.call(stopToys)
  await change({ audience: 'PLAYED_BEFORE' })
  expect((await start(customer)).status).toBe(201)
})

it('a start waits for a yes when the creator accepts each: without it nothing begins and nothing is paid', async () => {
  await change({ audience: 'ACCEPT_EACH' })
  const { customer } = await control.scene()
  expect((await start(customer)).body).toMatchObject({
    session: { notice: 'We wachten op een ja van de creator. Komt dat niet, dan begint de sessie niet.' },
  })
  const [asked] = (await control.creator.call(listNotifications)).body
  expect(asked).toMatchObject({ type: 'PLAYER_ASKING' })
  expect(asked?.actions.map(({ title }) => title)).toEqual(['Ja', 'Weiger', 'Stop alles'])
  await control.hold(customer, 32)
  expect(await control.beat(customer)).toMatchObject({
    stoppedBy: 'CREATOR',
    stopReason: 'DECLINED',
    minutesUsed: 0,
  })
  expect(await control.balanceOf(customer)).toBe(20)
  expect(await control.db().$count(sessions, eq(sessions.userId, customer.userId))).toBe(0)
  expect(await consentOf(customer)).toMatchObject({
    outcome: 'DECLINED',
    endReason: 'DECLINED',
    panickedAt: null,
  })
})

it('an accepted session begins, and its consent says when, under which menu and on which hours on the air', async () => {
  await change({ audience: 'ACCEPT_EACH', longestMinutes: 3 })
  const { customer, toyId } = await control.scene()
  expect((await control.creator.call(changeToy, { toyId, onAirHours: 4, maxIntensity: 9 })).status).toBe(200)
  const shownAt = control.now()
  const sessionId = (await start(customer)).body.session.id
  control.pass(2000)
  const other = await control.shop.newUser('ADMIN')
  expect((await other.call(acceptSession, { sessionId })).status).toBe(404)
  expect((await control.creator.call(acceptSession, { sessionId })).status).toBe(200)
  await control.hold(customer, 32)
  expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE' })
  expect((await control.creator.call(acceptSession, { sessionId })).status).toBe(409)
  expect(await consentOf(customer)).toMatchObject({
    agreementVersion: null,
    onAirSince: shownAt,
    onAirHours: 4,
    cap: 9,
    menu: { audience: 'ACCEPT_EACH', longestMinutes: 3, functions: ['Vibrate'] },
    shownAt,
    outcome: 'ACCEPTED',
    decidedAt: new Date(shownAt.getTime() + 2000),
    endedAt: null,
  })
  // Nobody rewrites it.
  const db = control.db()
  for (const wrong of [db.update(sessionConsents).set({ cap: 20 }), db.delete(sessionConsents)])
    await expect(wrong).rejects.toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: 'session_consents is append-only' }),
      }),
    )
})

it('a consent knows a countdown that was let run, one that was declined, and one that its player cancelled', async () => {
  const { customer } = await control.inControl()
  expect(await consentOf(customer)).toMatchObject({ outcome: 'LET_RUN', endedBy: null })
  await control.creator.call(stopToys)
  expect(await consentOf(customer)).toMatchObject({ endedBy: 'CREATOR', endReason: 'STOPPED_BY_CREATOR' })
  const declined = await control.newCustomer(20)
  await start(declined)
  await control.creator.call(declineSession, {})
  expect(await consentOf(declined)).toMatchObject({ outcome: 'DECLINED', endedBy: 'CREATOR' })
  const cancelled = await control.newCustomer(20)
  await start(cancelled)
  expect((await cancelled.call(stopControl)).status).toBe(200)
  expect(await consentOf(cancelled)).toMatchObject({ outcome: 'CANCELLED', endedBy: 'USER' })
})

it('the longest session ends by itself after its full minutes, and its player is told before and after', async () => {
  await change({ longestMinutes: 2 })
  const { customer, toyId, send } = await control.inControl()
  const shown = (await customer.call(listToys)).body.find(({ id }) => id === toyId)
  expect(shown?.notice).toBe('Een sessie duurt hoogstens 2 minuten.')
  const { sessionEndsAt } = (await control.beat(customer)) ?? {}
  expect(Date.parse(sessionEndsAt ?? '')).toBe(control.now().getTime() + 120_000)
  await send({ command: 'vibrate', intensity: 9 })
  await control.hold(customer, 124)
  expect(await control.beat(customer)).toMatchObject({
    stoppedBy: 'SYSTEM',
    stopReason: 'LONGEST_SESSION',
    minutesUsed: 2,
  })
  await control.simulator.untilLevel(toyId, 0)
  expect(await control.balanceOf(customer)).toBe(18)
})

it('between two sessions the creator rests: a start is refused with the time, and the queue waits', async () => {
  await change({ pauseMinutes: 10 })
  const { toyId } = await control.inControl()
  await control.creator.call(stopToys)
  const next = await control.newCustomer(20)
  const refused = await start(next)
  expect(refused).toMatchObject({ status: 409, body: { code: 'NOT_RECEIVING' } })
  expect(refused.body).toMatchObject({
    message: expect.stringMatching(/^Ze neemt even pauze\. Vanaf \d\d:\d\d kan het weer\.$/),
  })
  expect((await next.call(listToys)).body.find(({ id }) => id === toyId)?.busy).toBe(true)
  expect((await next.call(joinQueue, { toyId })).status).toBe(201)
  const place = async () => (await next.call(readQueuePosition)).body
  expect(await place()).toMatchObject({ claimUntil: null })
  for (let minute = 0; minute < 10; minute += 1) {
    control.pass(60_000)
    await place()
  }
  await control.untilOnline(toyId)
  expect(await place()).toMatchObject({ claimUntil: expect.any(String) })
  expect((await start(next)).status).toBe(201)
})

it('a tighter menu holds at once in a running session: a pattern that is off now stops, and can’t be played again', async () => {
  const { customer, toyId, send } = await control.inControl()
  expect((await send({ command: 'pattern', pattern: 'metronome' })).status).toBe(200)
  await change({ patterns: ['wave'], ownPatterns: false })
  await control.simulator.untilLevel(toyId, 0)
  const offMenu = { status: 409, body: { code: 'NOT_ON_MENU', message: 'Dat staat niet op haar menu.' } }
  for (const pattern of ['metronome', '~uuuuuaaaaa', undefined])
    expect(await send({ command: 'pattern', ...(pattern && { pattern }) })).toMatchObject(offMenu)
  expect((await send({ command: 'pattern', pattern: 'wave' })).status).toBe(200)
  const shown = (await customer.call(listToys)).body.find(({ id }) => id === toyId)
  expect(shown?.capabilities).toMatchObject({ patterns: ['wave'], ownPatterns: false })
  expect(shown?.capabilities.offPatterns).toHaveLength(29)
  // A stop is always on the menu.
  expect((await send({ command: 'stop' })).status).toBe(200)
})

it('a warm-up holds the strength down by metered minutes, and the studio shows the level that is', async () => {
  await change({ warmUp: { from: 4, minutes: 4 } })
  const { customer, toyId, send } = await control.inControl()
  await send({ command: 'vibrate', intensity: 20 })
  await control.simulator.untilLevel(toyId, 4)
  expect((await control.creator.call(readStudio)).body.sessions).toMatchObject([{ cap: 4, level: 4 }])
  await control.hold(customer, 120)
  await send({ command: 'vibrate', intensity: 20 })
  await control.simulator.untilLevel(toyId, 12)
  // A menu without it, at once.
  await change({})
  await control.simulator.untilLevel(toyId, 20)
})

it('all of one’s toys are one’s own: another creator’s are not changed', async () => {
  const other = await control.shop.newUser('MODEL')
  const toyId = control.toyIds[0]
  const menu = { ...openMenu, toys: [{ toyId, allowed: ['Rotate'] }] }
  expect((await other.call(changeMenu, menu)).status).toBe(200)
  const [toy] = await control.db().select().from(toys).where(eq(toys.id, toyId))
  expect(toy?.menuFunctions).toBeNull()
  // Without any function of hers no command is on the menu.
  await change({}, [{ toyId, allowed: ['Rotate'] }])
  const { customer } = await control.scene()
  await customer.call(startControl, { toyDeviceId: toyId })
  await control.hold(customer, 32)
  expect(
    await customer.call(sendCommand, { toyDeviceId: toyId, command: 'vibrate', intensity: 5 }),
  ).toMatchObject({
    status: 409,
    body: { code: 'NOT_ON_MENU' },
  })
})
