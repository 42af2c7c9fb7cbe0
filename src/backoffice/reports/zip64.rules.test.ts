import { expect, it } from 'vitest'
import { isZip64Record, MAX_PLAIN_ENTRIES, zip64Records } from './zip64.rules.ts'

/** The last record of a ZIP whose directory of so many bytes begins there. */
function end(size: number, at: number): Uint8Array {
  const record = new DataView(new ArrayBuffer(22))
  record.setUint32(0, 0x06054b50, true)
  record.setUint16(10, MAX_PLAIN_ENTRIES, true)
  record.setUint32(12, size, true)
  record.setUint32(16, at, true)
  return new Uint8Array(record.buffer)
}

it('counts the files that the last record of a ZIP can’t', () => {
  expect(zip64Records(end(10, 20), MAX_PLAIN_ENTRIES, false)).toBeNull()
  expect(zip64Records(end(10, 20), 200_000, true)).toBeNull()
  const records = zip64Records(end(7_000_000, 4_000_000_000), 200_000, false)
  const view = new DataView((records as Uint8Array).buffer)
  expect(isZip64Record(records as Uint8Array)).toBe(true)
  expect([24, 32, 40, 48, 64].map(at => view.getBigUint64(at, true))).toEqual([
    200_000n,
    200_000n,
    7_000_000n,
    4_000_000_000n,
    // The locator after it says where it is: after the directory.
    4_007_000_000n,
  ])
})

it('refuses a part that is not the last record', () => {
  expect(() => zip64Records(new Uint8Array(22), 1, false)).toThrow('no end of a ZIP')
})
