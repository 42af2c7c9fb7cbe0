import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openLovenseFixture, type LovenseFixture } from './fixture.ts'

let database: Database
let rig: LovenseFixture
const statements: string[] = []

beforeAll(async () => {
  database = await openTestDatabase(statement => statements.push(statement))
})
beforeEach(async () => {
  rig = await openLovenseFixture(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.close())

describe('faults', () => {
  test('offline: commands answer that the app is offline, and the toys are reported as offline', async () => {
    const [lush = ''] = await rig.link()
    expect(await rig.inject({ offline: true })).toBe(204)
    expect(await rig.command({ action: 'Vibrate:5' })).toEqual([200, 507])
    expect((await rig.toysById())[lush]).toMatchObject({ level: 0, online: false })
    await rig.inject({})
    expect(await rig.command({ action: 'Vibrate:5' })).toEqual([200, 200])
    expect((await rig.toysById())[lush]).toMatchObject({ level: 5, online: true })
  })

  test('a lost toy refuses commands and runs until its end, its app reports it, and other toys are not affected', async () => {
    const [lush = '', ferri = ''] = await rig.link()
    await rig.command({ action: 'Vibrate:9', timeSec: 5, toy: lush })
    await rig.inject({ lost: [lush] })
    expect(await rig.command({ action: 'Stop', timeSec: 0, toy: lush })).toEqual([200, 402])
    expect(await rig.command({ action: 'Vibrate:4' })).toEqual([200, 200])
    expect(await rig.toysById()).toMatchObject({
      [lush]: { level: 9, online: false },
      [ferri]: { level: 4, online: true },
    })
    rig.clock += 5000
    expect((await rig.toysById())[lush]?.level).toBe(0)
    await vi.waitFor(() => {
      // Apps of tests before go on to report, in no order.
      const told = rig.shop.bodies
        .map(body => JSON.parse(body) as { toys: Record<string, { status: number }> })
        .findLast(({ toys }) => lush in toys)?.toys
      expect([told?.[lush]?.status, told?.[ferri]?.status]).toEqual([0, 1])
    }, 20_000)
    await rig.inject({})
    expect(await rig.command({ action: 'Vibrate:5', toy: lush })).toEqual([200, 200])
  })

  test('a status, a code or both are answered and nothing is carried out', async () => {
    const [lush = ''] = await rig.link()
    await rig.inject({ httpStatus: 503 })
    expect(await rig.command({ action: 'Vibrate:5' })).toEqual([503, 503])
    expect((await rig.post('api/lan/getQrCode', {})).status).toBe(503)
    await rig.inject({ code: 506 })
    expect(await rig.command({ action: 'Vibrate:5' })).toEqual([200, 506])
    await rig.inject({ httpStatus: 429, code: 200 })
    expect(await rig.command({ action: 'Vibrate:5' })).toEqual([429, 200])
    expect((await rig.toysById())[lush]?.level).toBe(0)
    expect(await rig.log()).toHaveLength(3)
  })

  test('dropped stops are logged and answered as a failure, and the toy keeps running', async () => {
    const [lush = ''] = await rig.link()
    await rig.command({ action: 'Vibrate:5', timeSec: 60 })
    await rig.inject({ dropStops: true })
    expect(await rig.command({ action: 'Stop', timeSec: 0 })).toEqual([200, 506])
    expect(await rig.command({ action: 'Vibrate:0' })).toEqual([200, 506])
    expect((await rig.toysById())[lush]?.level).toBe(5)
    expect(await rig.command({ action: 'Vibrate:6', timeSec: 60 })).toEqual([200, 200])
    await rig.inject({})
    expect(await rig.command({ action: 'Stop', timeSec: 0 })).toEqual([200, 200])
    expect((await rig.toysById())[lush]?.level).toBe(0)
    expect(await rig.log()).toHaveLength(5)
  })

  test('timeoutAfterApply: the toy runs and no answer is sent', async () => {
    const [lush = ''] = await rig.link()
    await rig.inject({ timeoutAfterApply: true })
    const body = { token: 't', uid: rig.uid, command: 'Function', action: 'Vibrate:5', timeSec: 9, apiVer: 1 }
    const answer = rig.post('api/lan/v2/command', body, AbortSignal.timeout(300))
    await expect(answer).rejects.toThrow('timeout')
    expect((await rig.toysById())[lush]?.level).toBe(5)
  })

  test('a delayed command is carried out late, but never after a newer one', async () => {
    const [lush = '', ferri = ''] = await rig.link()
    const heldUp = () => statements.filter(sql => sql.startsWith('update "simulator_toys"')).length
    await rig.inject({ latencyMs: 400 })
    const late = [
      rig.command({ action: 'Vibrate:5', toy: lush, timeSec: 60 }),
      rig.command({ action: 'Vibrate:5', toy: ferri, timeSec: 60 }),
    ]
    await vi.waitFor(async () => {
      expect(await rig.log()).toHaveLength(2)
    }, 20_000)
    const before = heldUp()
    await rig.inject({})
    expect(await rig.command({ action: 'Stop', timeSec: 0, toy: lush })).toEqual([200, 200])
    expect(heldUp()).toBe(before + 1)
    expect(await Promise.all(late)).toEqual([
      [200, 200],
      [200, 200],
    ])
    expect(await rig.toysById()).toMatchObject({ [lush]: { level: 0 }, [ferri]: { level: 5 } })
  })

  test('do not affect the control calls', async () => {
    const { data } = await rig.askCode()
    await rig.inject({
      offline: true,
      httpStatus: 500,
      code: 506,
      latencyMs: 600_000,
      timeoutAfterApply: true,
    })
    expect((await rig.post('scan', { qrId: data.code })).status).toBe(200)
    expect(await rig.toys()).toBeInstanceOf(Array)
    expect(await rig.log()).toBeInstanceOf(Array)
  })

  test('a pending answer does not prevent the server from closing', async () => {
    await rig.link()
    await rig.inject({ timeoutAfterApply: true })
    const lost = rig.command({ action: 'Vibrate:5' }).catch((error: unknown) => String(error))
    await vi.waitFor(async () => {
      const levels = (await rig.toys()).map(toy => toy.level)
      expect(levels).toContain(5)
    }, 20_000)
    await rig.stop()
    expect(await lost).toContain('fetch failed')
    await rig.start()
  })

  test('that are false, null or 200 have no effect', async () => {
    await rig.link()
    await rig.inject({
      offline: false,
      latencyMs: null,
      httpStatus: 200,
      code: null,
      dropStops: false,
      timeoutAfterApply: null,
    })
    expect(await rig.command({ action: 'Vibrate:5' })).toEqual([200, 200])
  })

  test.each([
    { offline: 'yes' },
    { latencyMs: -1 },
    { latencyMs: 1.5 },
    { httpStatus: 42 },
    { code: 'x' },
    { nonsense: true },
    [],
  ])('refuse %j', async faults => {
    expect(await rig.inject(faults)).toBe(400)
  })
})
