import { truncateText } from '../../wire/text.ts'
import type { AuditDetails } from './contract.ts'

/** Longer texts are truncated, in characters. */
const MAX_TEXT_LENGTH = 120

const shorten = (value: unknown): unknown =>
  typeof value === 'string' ? truncateText(value, MAX_TEXT_LENGTH) : (value ?? null)

/** The fields of `after` that differ, as `{ price: { from: 1000, to: 1200 } }`; undefined fields did not change. */
export function diffForAudit<Row extends object>(
  before: Row,
  after: { [Name in keyof Row]?: Row[Name] | undefined },
): AuditDetails {
  const names = Object.keys(after) as (keyof Row & string)[]
  const hasChanged = (name: keyof Row) =>
    after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return Object.fromEntries(
    names.filter(hasChanged).map(name => [name, { from: shorten(before[name]), to: shorten(after[name]) }]),
  )
}
