import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('commands', () => {
  test('run for the given time, on the toys that they name', async () => {
    const [lush = '', ferri = ''] = await rig.link()
    expect(await rig.command({ action: 'Vibrate:16', toy: lush })).toEqual([200, 200])
    expect(await rig.toysById()).toMatchObject({
      [lush]: { level: 16, runningUntil: '2026-11-20T12:00:02.000Z' },
      [ferri]: { level: 0, runningUntil: null },
    })
    rig.clock += 1999
    expect((await rig.toysById())[lush]?.level).toBe(16)
    rig.clock += 1
    expect((await rig.toysById())[lush]).toMatchObject({ level: 0, runningUntil: null })
  })

  test('without a toy address all toys', async () => {
    const ids = await rig.link()
    await rig.command({ action: 'Vibrate:3,Pump:3' })
    const toys = await rig.toysById()
    expect(ids.map(id => toys[id]?.level)).toEqual([3, 3, 3, 20])
    expect(ids.map(id => toys[id]?.motors)).toEqual([
      { Vibrate: 3 },
      { Vibrate: 3 },
      { Vibrate1: 3, Vibrate2: 3 },
      { Vibrate: 3, Pump: 3 },
    ])
    await rig.command({ action: 'Stop', timeSec: 0 })
    const silent = await rig.toysById()
    expect(ids.map(id => [silent[id]?.level, silent[id]?.runningUntil])).toEqual(ids.map(() => [0, null]))
  })

  test('that ask for a function the toy does not have are refused and change nothing', async () => {
    const [nora = '', solace = ''] = await rig.link(['nora', 'solace'])
    expect(await rig.command({ action: 'Vibrate:5,Rotate:7', toy: nora })).toEqual([200, 200])
    expect(await rig.command({ action: 'Thrusting:5,Depth:2', toy: solace })).toEqual([200, 200])
    const pattern = { command: 'Pattern', strength: '9', apiVer: 2 }
    for (const refused of [
      { action: 'Vibrate:9,Pump:1', toy: nora },
      { action: 'Vibrate:0', toy: solace },
      { action: 'Vibrate:9', toy: [nora, solace] },
      { action: 'Vibrate:9,Suction:1' },
      { ...pattern, rule: 'V:1;F:v,t;S:100#', toy: nora },
      { ...pattern, rule: 'V:1;F:p;S:100#' },
    ])
      expect(await rig.command(refused)).toEqual([200, 403])
    const toys = await rig.toysById()
    expect(toys[nora]?.motors).toEqual({ Vibrate: 5, Rotate: 7 })
    expect(toys[solace]?.motors).toEqual({ Thrusting: 5, Depth: 2 })
    expect(await rig.command({ action: 'All:4' })).toEqual([200, 200])
    expect((await rig.toysById())[solace]).toMatchObject({ level: 4, motors: { Thrusting: 4, Depth: 1 } })
    expect(await rig.command({ action: 'Stop', timeSec: 0 })).toEqual([200, 200])
    expect((await rig.toysById())[nora]?.motors).toEqual({ Vibrate: 0, Rotate: 0 })
  })

  test('with timeSec 0 run without end', async () => {
    const [lush = ''] = await rig.link()
    await rig.command({ action: 'Vibrate:1', timeSec: 0, toy: lush })
    rig.clock += 365 * 86_400_000
    expect((await rig.toysById())[lush]).toMatchObject({ level: 1, runningUntil: '9999-12-31T23:59:59.999Z' })
  })

  test('replace the running command, unless stopPrevious is 0', async () => {
    const [lush = ''] = await rig.link()
    await rig.command({ action: 'Vibrate:9', timeSec: 5, toy: lush })
    await rig.command({ action: 'Vibrate:4', timeSec: 9, toy: lush, stopPrevious: 0 })
    expect((await rig.toysById())[lush]).toMatchObject({ level: 9, runningUntil: '2026-11-20T12:00:09.000Z' })
    rig.clock += 5000
    expect((await rig.toysById())[lush]?.level).toBe(4)
    await rig.command({ action: 'Vibrate:2', timeSec: 2, toy: lush })
    expect((await rig.toysById())[lush]).toMatchObject({ level: 2, runningUntil: '2026-11-20T12:00:07.000Z' })
  })

  test('can be patterns and presets, whose level is that of the current step', async () => {
    const [lush = '', ferri = ''] = await rig.link()
    const pattern = { command: 'Pattern', rule: 'V:1;F:v;S:500#', strength: '20;0;5', timeSec: 9, apiVer: 2 }
    expect(await rig.command({ ...pattern, toy: lush })).toEqual([200, 200])
    expect(await rig.command({ command: 'Preset', name: 'wave', timeSec: 9, toy: ferri })).toEqual([200, 200])
    const levels: unknown[] = []
    for (let step = 0; step < 4; step++) {
      const toys = await rig.toysById()
      levels.push([toys[lush]?.level, toys[ferri]?.level])
      rig.clock += 500
    }
    expect(levels).toEqual([
      [20, 2],
      [0, 10],
      [5, 18],
      [20, 18],
    ])
  })

  test('that are invalid are answered with a code in the body and change nothing', async () => {
    const ids = await rig.link()
    const answers = [
      await rig.command({ command: 'Dance' }),
      await rig.command({ action: 'Vibrate:21' }),
      await rig.command({ action: 'Vibrate:1', toy: 'not-mine' }),
      await rig.command({ action: 'Vibrate:1', token: '' }),
      await rig.command({ action: 'Vibrate:1', uid: 'nobody' }),
    ]
    expect(answers).toEqual([400, 404, 404, 501, 503].map(code => [200, code]))
    const toys = await rig.toysById()
    expect(ids.map(id => toys[id]?.level)).toEqual([0, 0, 0, 0])
  })

  test('to a user who never scanned are answered with app offline', async () => {
    await rig.askCode()
    expect(await rig.command({ action: 'Vibrate:1' })).toEqual([200, 507])
  })

  test('are all logged, in the order of receipt and unchanged', async () => {
    await rig.link()
    const bodies = [
      { token: 't', uid: rig.uid, command: 'Function', action: 'Vibrate:5', timeSec: 2, apiVer: 1 },
      { token: 't', uid: rig.uid, command: 'Dance' },
      { token: '', uid: rig.uid, text: 'a\0b', extra: { deep: [null] } },
    ]
    for (const [index, body] of bodies.entries()) {
      rig.clock += index * 1000
      await rig.post('api/lan/v2/command', body)
    }
    const entries = await rig.log()
    expect(entries).toEqual(
      ['12:00:00.000', '12:00:01.000', '12:00:03.000'].map((time, index) => ({
        at: `2026-11-20T${time}Z`,
        uid: rig.uid,
        body: bodies[index],
      })),
    )
  })

  test('are logged in the order of their times, whichever is stored first', async () => {
    await rig.link()
    for (const later of [2000, 1000, 1500]) {
      rig.clock += later
      await rig.command({ action: 'Vibrate:5' })
      rig.clock -= later
    }
    const times = (await rig.log()).map(({ at }) => at)
    expect(times).toHaveLength(3)
    expect(times).toEqual(times.toSorted())
  })

  test.each(['[1,2]', '"text"', 'null', '{', ''])(
    'that cannot be parsed get a 400 in the body: %s',
    async body => {
      const response = await fetch(`${rig.base}/api/lan/v2/command`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(await response.json()).toMatchObject({ result: false, code: 400 })
    },
  )

  test('take two SQL statements', async () => {
    await rig.link()
    statements.length = 0
    await rig.command({ action: 'Vibrate:5' })
    expect(statements.filter(sql => /simulator_(commands|toys)/.test(sql))).toHaveLength(2)
  })

  test('drain the battery while they run, also when they are stopped early', async () => {
    const [lush = ''] = await rig.link()
    await rig.command({ action: 'Vibrate:5', timeSec: 7200, toy: lush })
    rig.clock += 3_600_000
    expect((await rig.toysById())[lush]?.battery).toBe(80)
    await rig.command({ action: 'Stop', timeSec: 0, toy: lush })
    rig.clock += 3_600_000
    expect((await rig.toysById())[lush]?.battery).toBe(80)
    await rig.command({ action: 'Vibrate:5', timeSec: 3600, toy: lush })
    rig.clock += 7_200_000
    expect((await rig.toysById())[lush]?.battery).toBe(60)
  })

  test('survive a restart of the simulator', async () => {
    const [lush = ''] = await rig.link()
    await rig.command({ action: 'Vibrate:11', timeSec: 60, toy: lush })
    await rig.stop()
    await rig.start()
    expect((await rig.toysById())[lush]?.level).toBe(11)
  })
})
