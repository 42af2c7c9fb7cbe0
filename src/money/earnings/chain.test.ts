import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addLot, playMinutes } from '../../../tests/support/earnings.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { appendEntries } from '../ledger/service.ts'
import { earningLedger } from './service.ts'
import { compareStatements, parseStatement, type Statement, writeStatement } from './statementFile.service.ts'
import { findEntriesBetween, findStatement } from './statement.service.ts'

const WEEK_MS = 7 * 86_400_000

let shop: TestShop
let creatorId: string
/** Of five weeks, with a line in each. */
let weeks: Statement[]
const begin = new Date('2026-03-02T00:00:00Z')
const weekAt = (index: number) => new Date(begin.getTime() + index * WEEK_MS)
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.node.platform
  creatorId = (await shop.newUser('MODEL')).user.id
  for (const index of [0, 1, 2, 3, 4]) {
    const at = new Date(weekAt(index).getTime() + 1000)
    const adjusted = { creatorId, type: 'ADJUSTED', payableAt: at, createdAt: at } as const
    const rows = [
      { ...adjusted, cents: 500 + index, reason: `Week ${index}; "=1+1"\nen meer` },
      { ...adjusted, cents: -1, reason: 'Afgerond' },
    ]
    await db.transaction(tx => appendEntries(tx, earningLedger, rows))
  }
  const playerId = (await shop.newUser()).user.id
  await addLot(shop, playerId, { minutes: 5, value: 1000, vat: 174, fee: 32 })
  await playMinutes(shop, { sessionId: randomUUID(), startedAt: new Date(), creatorId, playerId }, 3)
  weeks = await Promise.all(
    [0, 1, 2, 3].map(index => findStatement(db, creatorId, weekAt(index), weekAt(index + 1))),
  )
  weeks.push(await findStatement(db, creatorId, weekAt(4), new Date(Date.now() + WEEK_MS)))
})
afterAll(() => shop.close())

const read = (csv: string) => parseStatement(parse(csv.slice(1), { delimiter: ';' }))
const between = (after: number, last: number) =>
  findEntriesBetween(shop.node.platform.db, creatorId, after, last)

it('a statement is read as it was written, with minutes and with reasons of any text', () => {
  for (const week of weeks) expect(read(writeStatement(week))).toEqual(week)
  expect(weeks.map(({ from, entries }) => [from.sequence, entries.length])).toEqual([
    [0, 2],
    [2, 2],
    [4, 2],
    [6, 2],
    [8, 3],
  ])
  expect(() => parseStatement([['naam'], ['x']])).toThrow('geen overzicht')
})

it('statements that follow each other agree, and those with weeks between them by the entries of the shop', async () => {
  const [one, two, , , five] = weeks as [Statement, Statement, Statement, Statement, Statement]
  expect(compareStatements(one, two, [])).toBeNull()
  expect(compareStatements(one, five, await between(2, 8))).toBeNull()
  expect(compareStatements(one, five, [])).toBe('Na regel 2 sluit het tweede overzicht niet aan.')
  expect(compareStatements(one, { ...two, creatorId: randomUUID() }, [])).toContain('twee creators')
})

it('any change of a line is found', async () => {
  const [one, two, , , five] = weeks as [Statement, Statement, Statement, Statement, Statement]
  const change = (statement: Statement, changed: object): Statement => ({
    ...statement,
    entries: statement.entries.map((entry, index) => (index === 1 ? { ...entry, ...changed } : entry)),
  })
  for (const changed of [
    { cents: 5 },
    { reason: null },
    { payableAt: begin },
    { sequence: 7 },
    { origin: 'x' },
    { minutes: 1 },
    { hash: 'x' },
  ]) {
    expect(compareStatements(change(one, changed), two, [])).toContain('van het eerste overzicht')
    expect(compareStatements(one, change(two, changed), [])).toContain('van het tweede overzicht')
  }
  const gap = await between(2, 8)
  const { entries } = change({ ...one, entries: gap }, { cents: 5 })
  expect(compareStatements(one, five, entries)).toBe('Regel 4, tussen de overzichten, klopt niet.')
  expect(compareStatements(one, five, gap.slice(1))).toContain('tussen de overzichten')
})
