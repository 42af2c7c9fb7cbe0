import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { addContacts, createMessage, findMessages } from '../../live/messages/service.ts'
import { users } from '../../people/accounts/table.ts'
import { createSecretCipher } from '../../people/security/secretCipher.service.ts'
import { totpSecrets } from '../../people/security/table.ts'
import { createBus } from '../../platform/cluster/bus.ts'
import { readConfig } from '../../platform/config.ts'
import { createDataCipher, UNREADABLE } from '../../platform/crypto/dataCipher.ts'
import { openShopKeys } from '../../platform/crypto/dataKeys.ts'
import type { Database } from '../../platform/db/db.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { dataKeys } from '../../platform/db/table.ts'
import { rotateKeys } from './service.ts'

const OLD = { SESSION_SECRET: 'the-first-secret-of-this-shop-here' }
const NEW = { SESSION_SECRET: 'another-secret-of-this-shop-later' }
const CHANGING = { ...NEW, SESSION_SECRET_BEFORE: OLD.SESSION_SECRET }
const LOST = { SESSION_SECRET: 'a-secret-that-never-was-this-shop' }
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const [customerId, creatorId] = [randomUUIDv7(), randomUUIDv7()]
const now = () => new Date('2026-11-24T12:00:00Z')
const bus = createBus()
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const person = { password: '-', policyVersion: '-', adultStatementAt: now() }
  await database.db
    .insert(users)
    .values(
      [customerId, creatorId].map(id => ({ ...person, id, email: `${id}@gloed.test`, displayName: 'Lid' })),
    )
  await database.db.transaction(tx => addContacts(tx, customerId, creatorId, now()))
})
afterAll(() => database.close())

/** Starts a node with these variables. */
async function startWith(env: Record<string, string>) {
  const { db } = database
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const { wrapper, ...keys } = await openShopKeys(db, config)
  const dataCipher = createDataCipher(wrapper, createLog('silent'), now)
  const secrets = createSecretCipher(keys)
  return {
    write: (text: string) => createMessage({ db, bus, now, dataCipher }, customerId, creatorId, text),
    read: async () =>
      (await findMessages({ db, dataCipher }, creatorId, customerId)).map(({ content }) => content),
    secrets,
    readTotp: async () => {
      const [row] = await db.select().from(totpSecrets)
      return secrets.decrypt(row?.secret ?? '', customerId)
    },
    /** The values that must not change with the secret. */
    kept: () => [
      secrets.hashCode('ABCDEFGHJK', customerId),
      ...['vapid', 'lovense-callback', 'blocked-contacts', 'identity-subject'].map(purpose =>
        keys.keyFor(purpose).toString('hex'),
      ),
    ],
    other: () => keys.keyFor('device-cookie').toString('hex'),
  }
}
const rotateWith = (env: Record<string, string>, ...args: string[]) =>
  rotateKeys({ db: database.db, config: readConfig({ NODE_ENV: 'test', ...env }), now }, args)

it('replaces the secret of a shop, and loses nothing', async () => {
  const before = await startWith(OLD)
  await before.write('Van voor de wissel')
  const secret = before.secrets.encrypt(TOTP_SECRET, customerId)
  await database.db.insert(totpSecrets).values({ userId: customerId, secret })

  const during = await startWith(CHANGING)
  expect(await during.read()).toEqual(['Van voor de wissel'])
  expect(await during.readTotp()).toBe(TOTP_SECRET)
  expect(during.kept()).toEqual(before.kept())
  await during.write('Tijdens de wissel')
  expect(await before.read(), 'a node that still has the old one').toContain('Tijdens de wissel')

  await expect(startWith(NEW)).rejects.toThrow('SESSION_SECRET_BEFORE')
  for (let run = 0; run < 2; run += 1)
    expect(await rotateWith(CHANGING)).toMatchObject({
      isDone: true,
      message: expect.stringContaining('haal SESSION_SECRET_BEFORE weg'),
    })
  const after = await startWith(NEW)
  expect(await after.read()).toEqual(['Van voor de wissel', 'Tijdens de wissel'])
  expect(await after.readTotp()).toBe(TOTP_SECRET)
  expect(after.kept()).toEqual(before.kept())
  expect(after.other()).not.toBe(before.other())
  await expect(before.readTotp(), 'with the old one').rejects.toThrow('authenticate')
  await expect(startWith(OLD)).rejects.toThrow('SESSION_SECRET is een andere')
})

it('goes on after the secret was lost only when asked to, without the texts that it encrypted', async () => {
  await expect(rotateWith(LOST)).rejects.toThrow('SESSION_SECRET is een andere')
  expect(await rotateWith(LOST, '--accept-loss')).toMatchObject({
    isDone: false,
    message: expect.stringContaining('2 teksten zijn niet te lezen'),
  })
  const shop = await startWith(LOST)
  await shop.write('Van daarna')
  expect(await shop.read()).toEqual([UNREADABLE, UNREADABLE, 'Van daarna'])
  expect(await database.db.$count(dataKeys), 'the lost one may be found').toBe(2)
})

it('makes a key for each quarter, and reads those of before', async () => {
  const { db } = database
  const wrapped = await openShopKeys(db, readConfig({ NODE_ENV: 'test', ...LOST }))
  const inSpring = () => new Date('2027-04-01T12:00:00Z')
  const dataCipher = createDataCipher(wrapped.wrapper, createLog('silent'), inSpring)
  const write = () => createMessage({ db, bus, now: inSpring, dataCipher }, customerId, creatorId, 'Lente')
  await write()
  await write()
  expect(await db.$count(dataKeys)).toBe(3)
  const contents = (await findMessages({ db, dataCipher }, creatorId, customerId)).map(
    ({ content }) => content,
  )
  expect(contents.slice(2)).toEqual(['Van daarna', 'Lente', 'Lente'])
})

it('refuses an unknown secret', async () => {
  expect(await rotateWith(NEW, '--nu')).toMatchObject({
    isDone: false,
    message: expect.stringContaining('Gebruik'),
  })
})
