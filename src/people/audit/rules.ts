import type { AuditDetails } from './contract.ts'

/** Longer texts are kept in part: that they changed matters, not all that they said. */
const LONGEST = 120

const short = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : (value ?? null)

/** What is another now, with what it was: `{ price: { from: 1000, to: 1200 } }`. What is not given did not change. */
export function changesOf<Row extends object>(
  before: Row,
  after: { [Name in keyof Row]?: Row[Name] | undefined },
): AuditDetails {
  const names = Object.keys(after) as (keyof Row & string)[]
  const isOther = (name: keyof Row) =>
    after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return Object.fromEntries(
    names.filter(isOther).map(name => [name, { from: short(before[name]), to: short(after[name]) }]),
  )
}
