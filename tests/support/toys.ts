import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { pairAsCreator } from '../../src/live/toys/contract.ts'
import { toys } from '../../src/live/toys/table.ts'
import { addMinuteEntry } from '../../src/money/minutes/service.ts'
import type { MotorRun } from '../../simulators/lovense/motorLog.rules.ts'
import type { TestUser, TestShop } from './shop.ts'

export interface VirtualToy {
  id: string
  name: string
  level: number
  /** The level of each motor, in the range of that function. */
  motors: Record<string, number>
  runningUntil: string | null
  battery: number
  online: boolean
}

export interface LoggedCommand {
  at: string
  uid: string
  body: { toy?: string; action?: string; strength?: string; timeSec?: number; command?: string }
}

/** The toy provider's simulator of a shop, through its control calls. */
export function simulatorOf({ origin }: { origin: string }) {
  const base = `${origin}/simulator/lovense`
  const post = (path: string, body: object) =>
    fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const simulator = {
    scan: async (qrId: string, types?: string[]): Promise<string[]> => {
      const scanned = await post('scan', { qrId, types })
      expect(scanned.status).toBe(200)
      const { toys } = (await scanned.json()) as { toys: { id: string }[] }
      return toys.map(({ id }) => id)
    },
    toys: async () => (await (await fetch(`${base}/toys`)).json()) as VirtualToy[],
    motorsOf: async (toyId: string) => (await simulator.toys()).find(({ id }) => id === toyId)?.motors,
    levelOf: async (toyId: string) => (await simulator.toys()).find(({ id }) => id === toyId)?.level,
    /** While toys that lie ran, by their ids, in milliseconds since the epoch. */
    motors: async () => (await (await fetch(`${base}/motors`)).json()) as Record<string, MotorRun[]>,
    /** The commands that the provider received, with the time of receipt. */
    log: async () => (await (await fetch(`${base}/log`)).json()) as LoggedCommand[],
    /** The commands that it received for one toy: `Stop`, `Vibrate:7`, or the strengths of a pattern; without the zeros after a stop. */
    asked: async (toyId: string): Promise<string[]> =>
      (await simulator.log())
        .filter(({ body }) => body.toy === toyId && body.action !== ZERO)
        .map(({ body }) => body.action ?? body.strength ?? '?'),
    async inject(faults: object) {
      expect((await post('faults', faults)).status).toBe(204)
    },
    untilLevel: (toyId: string, level: number) =>
      vi.waitFor(async () => expect(await simulator.levelOf(toyId)).toBe(level), PATIENCE),
    untilLast: (toyId: string, asked: string) =>
      vi.waitFor(async () => expect((await simulator.asked(toyId)).at(-1)).toBe(asked), PATIENCE),
  }
  return simulator
}

const PATIENCE = { timeout: 8000, interval: 25 }
/** The command after each stop. */
export const ZERO = 'All:0'

/** Approved, and on the air for as long as a test moves its clock. */
export const onAirForever = { isActive: true, onAir: true, onAirUntil: new Date('2100-01-01T00:00:00Z') }

/**
 * Connects an app to a creator by its QR code, as a person would.
 * @returns the toys, approved, on the air and online: by default a lush, a ferri, an edge and a max
 */
export async function linkToys(
  shop: TestShop,
  creator: TestUser,
  types?: string[],
  simulator: Pick<ReturnType<typeof simulatorOf>, 'scan'> = simulatorOf(shop),
): Promise<string[]> {
  const paired = await creator.call(pairAsCreator)
  expect(paired.status).toBe(200)
  const ids = await simulator.scan(paired.body.qrId, types)
  await shop.node.platform.db.update(toys).set(onAirForever).where(eq(toys.ownerId, creator.user.id))
  return ids
}

/** Minutes that cost 200 cents each. */
export const addTestMinutes = (shop: TestShop, userId: string, minutes: number): Promise<number> =>
  shop.node.platform.db.transaction(tx =>
    addMinuteEntry(tx, { userId, kind: 'PURCHASE', minutes, valueCents: minutes * 200 }),
  )
