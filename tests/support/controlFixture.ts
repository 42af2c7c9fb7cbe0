import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { readUser } from '../../src/people/accounts/contract.ts'
import {
  readControlSession,
  sendCommand,
  startControl,
  stopControl,
  type ControlSession,
} from '../../src/live/sessions/contract.ts'
import { HEARTBEAT_INTERVAL_MS } from '../../simulators/lovense/service.ts'
import { isToyOnline } from '../../src/live/toys/rules.ts'
import { toys } from '../../src/live/toys/table.ts'
import { createCustomers, type TestCustomer } from './customers.ts'
import { openShop, type TestUser, type TestShop } from './shop.ts'
import { addTestMinutes, linkToys, onAirForever, simulatorOf } from './toys.ts'

/**
 * For a file of tests of toy control: a shop with four toys that are free, on the air and online at the start of each test, and a clock that
 * only the test advances.
 */
export function controlFixture(env: Record<string, string> = { LIVE_COUNTDOWN_SECONDS: '30' }) {
  let time = Date.parse('2026-11-20T20:00:00Z')
  const customers: TestCustomer[] = []
  const control = {
    shop: undefined as unknown as TestShop,
    /** The creator who owns the toys. */
    creator: undefined as unknown as TestUser,
    simulator: undefined as unknown as ReturnType<typeof simulatorOf>,
    toyIds: ['', '', '', ''] as [string, string, string, string],
    now: () => new Date(time),
    pass: (ms: number) => void (time += ms),
    db: () => control.shop.node.platform.db,

    async newCustomer(minutes: number): Promise<TestCustomer> {
      const [customer] = (await createCustomers(control.shop, 1)) as [TestCustomer]
      customers.push(customer)
      if (minutes > 0) await addTestMinutes(control.shop, customer.userId, minutes)
      return customer
    },
    /** A customer with minutes, and a free toy. */
    scene: async (minutes = 20) => ({
      customer: await control.newCustomer(minutes),
      toyId: control.toyIds[0],
    }),
    start: (customer: TestCustomer, toyDeviceId: string) => customer.call(startControl, { toyDeviceId }),
    beat: async (customer: TestCustomer): Promise<ControlSession | null> =>
      (await customer.call(readControlSession)).body,
    /** Advances the time while the controller stays connected: a heartbeat every 4 s. */
    async hold(customer: TestCustomer, seconds: number) {
      for (let left = seconds; left > 0; left -= 4) {
        control.pass(Math.min(left, 4) * 1000)
        await control.beat(customer)
      }
    },
    /** A customer who controls a toy, at the start of the first minute. */
    async inControl(minutes = 20) {
      const { customer, toyId } = await control.scene(minutes)
      expect((await control.start(customer, toyId)).status).toBe(201)
      await control.hold(customer, 30)
      expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', minutesUsed: 0 })
      const send = (command: object) => customer.call(sendCommand, { toyDeviceId: toyId, ...command })
      return { customer, toyId, send }
    },
    balanceOf: async (customer: TestCustomer) => (await customer.call(readUser)).body.minutesBalance,
    /**
     * Waits until the toy is online by a report of at most one heartbeat interval ago; after a jump of the clock the app has to report
     * first.
     */
    untilOnline: (toyId: string) =>
      vi.waitFor(
        async () => {
          const [toy] = await control.db().select().from(toys).where(eq(toys.id, toyId))
          const reported = toy?.lastActive?.getTime() ?? 0
          expect(toy && isToyOnline(toy, control.now())).toBe(true)
          expect(control.now().getTime() - reported).toBeLessThanOrEqual(HEARTBEAT_INTERVAL_MS)
        },
        { timeout: 8000, interval: 25 },
      ),
  }

  beforeAll(async () => {
    control.shop = await openShop({ now: control.now, env })
    control.simulator = simulatorOf(control.shop)
    control.creator = await control.shop.newUser('MODEL')
    control.toyIds = (await linkToys(control.shop, control.creator)) as typeof control.toyIds
  })
  beforeEach(async () => void (await Promise.all(control.toyIds.map(control.untilOnline))))
  afterEach(async () => {
    await Promise.all(customers.splice(0).map(customer => customer.call(stopControl)))
    await control
      .db()
      .update(toys)
      .set({ ...onAirForever, maxIntensity: 20, status: 'ONLINE' })
  })
  afterAll(() => control.shop.close())
  return control
}

type Fixture = ReturnType<typeof controlFixture>

/** A toy that is not connected any more. */
export async function insertGoneToy({ db }: Fixture, owner: TestUser) {
  await db().insert(toys).values({ ownerId: owner.user.id, id: 'gone', name: 'Weg', model: 'weg' })
  return { toyId: 'gone' }
}

/** A toy of which it is not known which device it is. */
export async function insertHeldToy({ db }: Fixture, owner: TestUser) {
  const bridge = {
    provider: 'BUTTPLUG' as const,
    status: 'ONLINE' as const,
    bridgeDevice: 0,
    unconfirmedCap: 4,
  }
  await db()
    .insert(toys)
    .values({ ...bridge, ownerId: owner.user.id, id: 'held', name: 'Bora', model: 'bora' })
  return { toys: [{ toyId: 'held', device: 0 }] }
}
