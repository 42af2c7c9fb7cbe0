import { setTimeout as pause } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MotorRun } from '../../../../simulators/lovense/motorLog.rules.ts'
import { openSeparateToyProvider } from '../../../../tests/support/separateToyProvider.ts'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { changeCustomer, endCustomerSessions } from '../../../backoffice/customers/contract.ts'
import { deleteAccount } from '../../../backoffice/privacy/contract.ts'
import { changePassword, login, logout } from '../../../people/accounts/contract.ts'
import { stopToys } from '../../studio/contract.ts'
import { blockUser } from '../../blocks/contract.ts'
import { createStopLink, stopByLink } from '../../studio/stopLinks/contract.ts'
import { forceStopSession, stopSessionAsAdmin, toggleToy } from '../admin/contract.ts'
import { readControlSession, sendCommand, startControl, stopControl } from '../contract.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../meter.rules.ts'
import { toyControlSessions } from '../table.ts'

/**
 * Whatever ends control, toys whose commands have no end and that take no stop, one of which loses the first zeros as well, are silent
 * within three seconds, by the record of their motors.
 */
const SILENT_MS = 3000
/** The provider fails for so long: longer than until the next renewal of a command. */
const FAILING_MS = 1200
const lies = ['runsOn', 'losesZeros'] as const

let ahead = 0
const now = () => new Date(Date.now() + ahead)
const clock = () => now().getTime()

let provider: Awaited<ReturnType<typeof openSeparateToyProvider>>
let shop: TestShop
let admin: TestUser

interface Player {
  user: TestUser
  toyId: string
  sessionId: string
}
interface Scene {
  creator: TestUser
  players: Player[]
}
/** Ends control of both toys. @returns when control ended, if not just before */
type End = (scene: Scene) => Promise<number | void>

const each = (act: (player: Player) => Promise<{ status: number }>) => async (scene: Scene) => {
  const answers = await Promise.all(scene.players.map(act))
  for (const { status } of answers) expect(status).toBeLessThan(300)
}
/** They end control of their own toys alone: the next is begun at once. */
const ends: [string, End][] = [
  ['a stop', each(({ user, toyId }) => user.call(sendCommand, { toyDeviceId: toyId, command: 'stop' }))],
  ['the end of the session', each(({ user }) => user.call(stopControl))],
  ['a sign-out', each(({ user }) => user.call(logout))],
  [
    'another password, chosen elsewhere',
    each(async ({ user }) => {
      const other = shop.newClient()
      await other.call(login, { email: user.user.email, password: PASSWORD })
      return other.call(changePassword, { password: PASSWORD, newPassword: 'een-beter-wachtwoord' })
    }),
  ],
  ['a closed account', each(({ user }) => user.call(deleteAccount, { password: PASSWORD }))],
  [
    'logins that an admin ends',
    each(({ user }) => admin.call(endCustomerSessions, { userId: user.user.id })),
  ],
  ['another role', each(({ user }) => admin.call(changeCustomer, { userId: user.user.id, role: 'MODEL' }))],
  [
    'a stop of the creator',
    async ({ creator }) => {
      expect((await creator.call(stopToys, {})).body.sessions).toHaveLength(2)
    },
  ],
  [
    'a stop link',
    async ({ creator }) => {
      const { body } = await creator.call(createStopLink, { name: 'Kaart', isSingleUse: false })
      const token = body.url.split('/').at(-1)
      expect((await shop.newClient().call(stopByLink, { token })).body).toEqual({ sessions: 2 })
    },
  ],
  [
    'a block by the creator',
    async scene => each(({ user }) => scene.creator.call(blockUser, { userId: user.user.id }))(scene),
  ],
  ['a stop of an admin', each(({ sessionId }) => admin.call(stopSessionAsAdmin, { sessionId }))],
  ['a forced stop of an admin', each(({ sessionId }) => admin.call(forceStopSession, { sessionId }))],
  [
    'a toy that is switched off by an admin',
    each(({ toyId }) => admin.call(toggleToy, { toyId, active: false })),
  ],
  ['a lost heartbeat', async () => clock() + HEARTBEAT_TIMEOUT_MS],
]

/** They concern the whole node: the next is begun when the toys are silent. */
const laterEnds: [string, End][] = [
  [
    'minutes that run out',
    async ({ players }) => {
      const sessions = () => Promise.all(players.map(({ user }) => user.call(readControlSession)))
      for (let passed = 0; passed < 54_000; passed += 3000) {
        ahead += 3000
        await sessions()
      }
      const { db } = shop.node.platform
      const ids = players.map(({ sessionId }) => sessionId)
      for (;;) {
        await sessions()
        const rows = await db.select().from(toyControlSessions).where(inArray(toyControlSessions.id, ids))
        const stoppedAt = rows.map(row => row.stoppedAt?.getTime() ?? Infinity)
        if (stoppedAt.every(Number.isFinite)) return Math.max(...stoppedAt)
        await pause(100)
      }
    },
  ],
  [
    'a provider that fails for a while',
    async () => {
      const lying = { lies: Object.fromEntries(lied) }
      await provider.simulator.inject({ ...lying, httpStatus: 500 })
      await pause(FAILING_MS)
      await provider.simulator.inject(lying)
    },
  ],
]

/** How each toy lies. */
const lied: [string, string][] = []
const found = new Map<string, { isRunning: boolean[]; silentAfterMs: number[] }>()

/** Two toys that run, each with a customer of its own. */
async function openScene(): Promise<Scene> {
  const creator = await shop.newUser('MODEL')
  const toyIds = await linkToys(shop, creator, ['lush', 'edge'], provider.simulator)
  for (const [index, lie] of lies.entries()) lied.push([toyIds[index] as string, lie])
  await provider.simulator.inject({ lies: Object.fromEntries(lied) })
  const players = await Promise.all(
    toyIds.map(async toyId => {
      const user = await shop.newUser()
      await addTestMinutes(shop, user.user.id, 3)
      const started = await user.call(startControl, { toyDeviceId: toyId })
      expect(started.status).toBe(201)
      await user.call(readControlSession)
      return { user, toyId, sessionId: started.body.session.id }
    }),
  )
  return { creator, players }
}

const runAll = async ({ players }: Scene) => {
  for (const { user, toyId } of players) {
    const sent = await user.call(sendCommand, { toyDeviceId: toyId, command: 'vibrate', intensity: 9 })
    expect(sent.status).toBe(200)
  }
}

/** The motion of the motors around the end, and after it. */
async function judge(name: string, { players }: Scene, begunAt: number, endedAt: number): Promise<void> {
  const motors = await provider.simulator.motors()
  const runs = players.map(({ toyId }) => motors[toyId] ?? [])
  const isRunningAt = (at: number) => (toyRuns: MotorRun[]) =>
    toyRuns.some(run => run.from <= at && at < run.until)
  found.set(name, {
    isRunning: runs.map(isRunningAt(begunAt)),
    silentAfterMs: runs.map(toyRuns => Math.max(...toyRuns.map(({ until }) => until)) - endedAt),
  })
}

const play = async ([name, end]: [string, End]) => {
  const scene = await openScene()
  await runAll(scene)
  const begunAt = clock()
  const endedAt = (await end(scene)) ?? clock()
  return () => judge(name, scene, begunAt, endedAt)
}

beforeAll(async () => {
  provider = await openSeparateToyProvider(() => shop.origin, now)
  shop = await openShop({ env: provider.env, now })
  admin = await shop.newUser('ADMIN')
  const judges = []
  for (const one of ends) judges.push(await play(one))
  await pause(HEARTBEAT_TIMEOUT_MS + SILENT_MS)
  for (const judgeOne of judges) await judgeOne()
  for (const one of laterEnds) {
    const judgeOne = await play(one)
    await pause(SILENT_MS)
    await judgeOne()
  }
}, 480_000)
afterAll(async () => {
  await shop.close()
  await provider.close()
})

describe('toys that run on are silent within three seconds of', () => {
  it.each([...ends, ...laterEnds])('%s', name => {
    const { isRunning, silentAfterMs } = found.get(name) ?? { isRunning: [], silentAfterMs: [] }
    // They would run for ever.
    expect(isRunning).toEqual([true, true])
    expect(Math.max(...silentAfterMs)).toBeLessThanOrEqual(SILENT_MS)
  })
})
