/** What a ZIP's last record can say of its number of files; with more, a record of ZIP64 says it. */
export const MAX_PLAIN_ENTRIES = 0xffff

const END = 0x06054b50
const END_SIZE = 22
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LOCATOR_AT = 56
/** Version 4.5 of the format, which has ZIP64. */
const VERSION = 45

/**
 * The records of ZIP64 that stand before the last one of a ZIP with more files than that one can count; null when it needs none. The
 * library writes them above 4 GB only. Source: APPNOTE.TXT of PKWARE, 4.3.14 to 4.3.16.
 * @param end the last record
 * @param hasZip64 whether the ZIP has them already
 */
export function zip64Records(end: Uint8Array, entries: number, hasZip64: boolean): Uint8Array | null {
  const last = new DataView(end.buffer, end.byteOffset, end.byteLength)
  if (end.length !== END_SIZE || last.getUint32(0, true) !== END) throw new Error('no end of a ZIP')
  if (entries <= MAX_PLAIN_ENTRIES || hasZip64) return null
  const directorySize = BigInt(last.getUint32(12, true))
  const directoryAt = BigInt(last.getUint32(16, true))
  const records = new DataView(new ArrayBuffer(LOCATOR_AT + 20))
  records.setUint32(0, END_64, true)
  records.setBigUint64(4, 44n, true)
  records.setUint16(12, VERSION, true)
  records.setUint16(14, VERSION, true)
  records.setBigUint64(24, BigInt(entries), true)
  records.setBigUint64(32, BigInt(entries), true)
  records.setBigUint64(40, directorySize, true)
  records.setBigUint64(48, directoryAt, true)
  records.setUint32(LOCATOR_AT, LOCATOR_64, true)
  records.setBigUint64(LOCATOR_AT + 8, directoryAt + directorySize, true)
  records.setUint32(LOCATOR_AT + 16, 1, true)
  return new Uint8Array(records.buffer)
}

/** Whether this part of a ZIP is the record of ZIP64 itself. */
export const isZip64Record = (part: Uint8Array): boolean =>
  part.length >= 4 && new DataView(part.buffer, part.byteOffset, 4).getUint32(0, true) === END_64
