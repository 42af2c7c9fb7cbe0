import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decryptBytes, decryptText, encryptBytes, encryptText } from './authenticatedEncryption.ts'

const key = randomBytes(32)
const context = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 })
const bytes = fc.uint8Array({ maxLength: 600 })

test('a text is decrypted with its key and context, and is never the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), context, (text, about) => {
      const encrypted = encryptText(key, text, about)
      expect(decryptText(key, encrypted, about)?.toString()).toBe(Buffer.from(text).toString())
      expect(encryptText(key, text, about)).not.toBe(encrypted)
    }),
  )
})

test('with another key, for another context, or with any bit changed, it can’t', () => {
  fc.assert(
    fc.property(bytes, context, context, fc.nat(), (content, about, other, at) => {
      const encrypted = encryptBytes(key, content, about)
      expect(decryptBytes(randomBytes(32), encrypted, about)).toBeNull()
      if (JSON.stringify(about) !== JSON.stringify(other))
        expect(decryptBytes(key, encrypted, other)).toBeNull()
      const changed = Buffer.from(encrypted)
      const bit = at % (changed.length * 8)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(decryptBytes(key, changed, about)).toBeNull()
    }),
  )
})

test('a part of it can’t, and no other text either', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), (content, at) => {
      const encrypted = encryptBytes(key, content, [])
      expect(decryptBytes(key, encrypted.subarray(0, at % encrypted.length), [])).toBeNull()
      expect(decryptBytes(key, Buffer.from(content), [])).toBeNull()
    }),
  )
})
