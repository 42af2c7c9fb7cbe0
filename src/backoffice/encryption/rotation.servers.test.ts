import { spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { dataKeys } from '../../platform/db/table.ts'
import { listMessages, sendMessage } from '../../live/messages/contract.ts'
import { addContacts, createMessage, messageContent } from '../../live/messages/service.ts'
import { messages } from '../../live/messages/table.ts'
import { rotateKeys } from './service.ts'

const SECRET = 'the-first-secret-of-this-shop-here'

const postgres = openSharedPostgres()
let url: string
let shop: TestShop
let customer: TestUser
let creator: TestUser
const open = async (env: Record<string, string> = {}) =>
  openShop({ database: await openPostgres(url), env: { SESSION_SECRET: SECRET, ...env } })

beforeAll(async () => {
  url = await postgres.create()
  shop = await open()
  customer = await shop.newUser()
  creator = await shop.newUser('MODEL')
  await db().transaction(tx => addContacts(tx, customer.user.id, creator.user.id, new Date()))
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const rotate = (args: string[] = []) => rotateKeys(shop.node.platform, args)
const write = (content: string) => customer.call(sendMessage, { toUserId: creator.user.id, content })
const newestContents = async () =>
  (await creator.call(listMessages, { with: customer.user.id })).body.map(({ content }) => content)
const keyIds = async () => (await db().select().from(dataKeys).orderBy(asc(dataKeys.id))).map(({ id }) => id)

/** Rows of a version that encrypted nothing. */
const insertPlain = (count: number) =>
  db().execute(sql`
    insert into ${messages} (id, from_user_id, to_user_id, content, created_at)
    select gen_random_uuid(), ${customer.user.id}, ${creator.user.id}, 'Oud bericht ' || n, now() - n * interval '1 s'
    from generate_series(1, ${count}) n`)

it('encrypts texts that are not encrypted yet, and leaves one key', async () => {
  await write('Van nu')
  await insertPlain(1200)
  expect(await rotate()).toMatchObject({ isDone: true, message: expect.stringContaining('1201 teksten') })
  const [newest, ...others] = await keyIds()
  expect(others).toEqual([])
  expect(await db().$count(messages, ne(messages.keyId, newest as number))).toBe(0)
  expect(await db().$count(messages, or(isNull(messages.encrypted), ne(messages.content, '…')))).toBe(0)
  const contents = await newestContents()
  expect(contents).toHaveLength(200)
  expect(contents.at(-1)).toBe('Van nu')
  expect(contents.slice(-3, -1)).toEqual(['Oud bericht 2', 'Oud bericht 1'])
})

it(
  'loses nothing that is written meanwhile by two nodes, and refuses nobody',
  { timeout: 120_000 },
  async () => {
    const other = await open()
    const rotation = { isOver: false }
    const sent: string[] = []
    const send = async (name: string) => {
      for (let count = 0; !rotation.isOver; count += 1) {
        const content = `${name} ${count}`
        expect((await write(content)).status, content).toBe(201)
        sent.push(content)
        expect(await newestContents()).toContain(content)
      }
    }
    const elsewhere = async () => {
      while (!rotation.isOver) {
        const content = `van de andere node ${sent.length}`
        await createMessage(other.node.platform, customer.user.id, creator.user.id, content)
        sent.push(content)
      }
    }
    const writers = [send('een'), send('twee'), elsewhere()]
    for (let round = 0; round < 4; round += 1)
      expect(await Promise.all([rotate(), rotate()])).toMatchObject([{ isDone: true }, { isDone: true }])
    rotation.isOver = true
    await Promise.all(writers)
    await rotate()
    expect(await keyIds()).toHaveLength(1)
    expect(sent.length).toBeGreaterThan(10)
    await other.close()
    const rows = await db().select().from(messages)
    const { dataCipher } = shop.node.platform
    const texts = new Set(
      (await dataCipher.decryptRows(db(), messageContent, rows)).map(({ content }) => content),
    )
    expect(sent.filter(content => !texts.has(content))).toEqual([])
  },
)

it('waits for a transaction that writes with an older key', async () => {
  const { dataCipher } = shop.node.platform
  const id = randomUUIDv7()
  let rotation: ReturnType<typeof rotate> | undefined
  await db().transaction(async tx => {
    const encrypted = await dataCipher.encrypt(tx, messageContent, id, 'Nog niet vastgelegd')
    rotation = rotate()
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and query like 'delete from "data_keys"%'`
    await vi.waitFor(async () => expect(await queryRows(db(), waiting)).not.toEqual([]), { timeout: 20_000 })
    const people = { fromUserId: customer.user.id, toUserId: creator.user.id }
    await tx.insert(messages).values({ id, ...people, ...encrypted, createdAt: new Date() })
  })
  expect(await rotation).toMatchObject({ isDone: true })
  expect(await keyIds()).toHaveLength(1)
  expect((await newestContents()).at(-1)).toBe('Nog niet vastgelegd')
})

it('goes on after kill -9 with the key that it began with', { timeout: 120_000 }, async () => {
  await insertPlain(5000)
  const program = spawn(process.execPath, [join(import.meta.dirname, '../../app/commands/keysRotate.ts')], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url, SESSION_SECRET: SECRET },
    stdio: 'inherit',
  })
  const exited = once(program, 'exit')
  const isDone = and(eq(messages.content, '…'), sql`${messages.keyId} = (select max(id) from ${dataKeys})`)
  const begun = (await keyIds()).at(-1) as number
  await vi.waitFor(
    async () => {
      expect((await keyIds()).at(-1)).toBeGreaterThan(begun)
      expect(await db().$count(messages, isDone)).toBeGreaterThan(0)
    },
    { timeout: 60_000, interval: 5 },
  )
  program.kill('SIGKILL')
  await exited
  const newest = (await keyIds()).at(-1)
  expect(await db().$count(messages, isNull(messages.keyId)), 'it was broken off').toBeGreaterThan(0)
  expect(await rotate()).toMatchObject({ isDone: true })
  expect(await keyIds()).toEqual([newest])
  expect(await db().$count(messages, isNull(messages.keyId))).toBe(0)
})

it('leaves unreadable texts as they are, and says so', async () => {
  await write('Wordt stukgemaakt')
  const [row] = await db()
    .select()
    .from(messages)
    .orderBy(sql`${messages.createdAt} desc`)
    .limit(1)
  const spoil = (encrypted: string) =>
    db()
      .update(messages)
      .set({ encrypted })
      .where(eq(messages.id, row?.id as string))
  await spoil('niets')
  expect(await rotate()).toMatchObject({ isDone: false, message: expect.stringContaining('1 teksten') })
  expect(await keyIds(), 'its key stays').toHaveLength(2)
  await spoil(row?.encrypted as string)
  expect((await newestContents()).at(-1)).toBe('Wordt stukgemaakt')
  expect(await rotate()).toMatchObject({ isDone: true })
  expect(await keyIds()).toHaveLength(1)
})
