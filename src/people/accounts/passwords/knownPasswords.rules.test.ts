import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { programFolder } from '../../../platform/files/programFolder.ts'
import { consistsOfNames } from './knownPasswords.rules.ts'
import { FILTER_PATH, isKnownPassword } from './knownPasswords.service.ts'

/** From the beginning, the middle and the end of the list. */
const sample = `password 12345678 123456789 1234567890 baseball football jennifer superman 11111111 starwars computer michelle
  princess password1 sunshine qwertyuiop 1q2w3e4r 1qaz2wsx iloveyou corvette elephant zxcvbnm1 q1w2e3r4 whatever
  wachtwoord welkom01 welkom123 zonnebloem voetbal1 wachtwoord1 nederland amsterdam tromboni trondhei tron8766`

describe('a known password', () => {
  it.each(sample.split(/\s+/))('%s', async password => {
    expect(await isKnownPassword(password)).toBe(true)
  })

  it('is one in trivial variants, too', async () => {
    for (const variant of [
      'Welkom123!',
      'WELKOM123',
      'welkom123???',
      'P@ssw0rd',
      'P@$$w0rd1',
      'W4chtw00rd',
      'Wachtwoord1!!',
    ])
      expect(await isKnownPassword(variant), variant).toBe(true)
  })
})

describe('any other password', () => {
  it.each(['een-goed-wachtwoord', 'gloed-demo-2026', 'correct horse battery staple', 'ñandú ñandú 12'])(
    '%s',
    async password => {
      expect(await isKnownPassword(password)).toBe(false)
    },
  )

  it('is accepted when it is random: one in a million is not', async () => {
    let refused = 0
    for (let count = 0; count < 5000; count += 1)
      if (await isKnownPassword(randomBytes(9).toString('base64url'))) refused += 1
    expect(refused).toBeLessThan(3)
  })

  it('never fails, whatever its characters', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 8, maxLength: 200 }), async password => {
        expect(typeof (await isKnownPassword(password))).toBe('boolean')
      }),
    ))
})

test('the filter is small', () => {
  expect(statSync(join(programFolder, FILTER_PATH)).size).toBeLessThan(310_000)
})

describe('names as a password', () => {
  const context = {
    shopName: 'Gloed & Zonen',
    email: 'rdevries@postbus.example',
    displayName: 'Robin',
    firstName: 'Robin',
    lastName: 'de Vries',
  }
  it.each(['Gloed2026!', 'gl0edzonen', 'robin.vries', 'R0bin1234', 'rdevries@postbus', 'VriesRobin99'])(
    '%s is refused',
    password => expect(consistsOfNames(password, context)).toBe(true),
  )
  it.each(['paard nietmachine', 'robin houdt van regen', 'gloeilampje-acht', 'een lang wachtwoord'])(
    '%s is taken',
    password => expect(consistsOfNames(password, context)).toBe(false),
  )
})
