import { expect, it } from 'vitest'
import { newId } from './columns.ts'

it('is a UUIDv7 after all before it', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(
    ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  const time = Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16)
  expect(Math.abs(time - Date.now())).toBeLessThan(5000)
})
