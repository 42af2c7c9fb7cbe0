import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { register } from '../../../src/people/accounts/contract.ts'
import { createAddress } from '../../../src/people/addresses/contract.ts'
import { pairAsCreator } from '../../../src/live/toys/contract.ts'
import type { Db } from '../../../src/platform/db/db.ts'
import { openPostgres } from '../../../src/platform/db/postgres/openPostgres.ts'
import { recordInitialStock } from '../../../src/shop/products/stock/ledger.service.ts'
import { categories, products } from '../../../src/shop/products/catalog/table.ts'
import { createTestClient, type TestClient } from '../../support/shop.ts'
import type { Providers } from './providers.ts'

const STOCK = 100_000

/** A person with one login, at two nodes. */
export interface Person {
  userId: string
  addressId: string
  /** By the number of the node. */
  at: [TestClient, TestClient]
}

/** The parts of the shop that the load needs. */
export interface PreparedShop {
  productIds: string[]
  /** A product that nobody buys, with files to download. */
  fileProductId: string
  buyers: Person[]
  controllers: Person[]
  admin: Person
  toyIds: string[]
}

const buyerAddress = {
  firstName: 'Sam',
  lastName: 'de Wit',
  street: 'Lindelaan',
  houseNumber: '12',
  city: 'Utrecht',
  postalCode: '3512 AB',
}

/** Makes products, people, and a creator with toys. */
export async function prepareShop(
  origins: [string, string],
  databaseUrl: string,
  providers: Providers,
): Promise<PreparedShop> {
  const database = await openPostgres(databaseUrl)
  try {
    const { db } = database
    const [fileProductId = '', ...productIds] = await addProducts(db)
    const [creator, admin] = [await addPerson(origins), await addPerson(origins)]
    await db.execute(sql`update users set role = 'MODEL' where id = ${creator.userId}`)
    await db.execute(sql`update users set role = 'ADMIN' where id = ${admin.userId}`)
    // A node remembers the data of a login for a second.
    await pause(1500)
    const { qrId } = (await creator.at[0].call(pairAsCreator)).body
    const toyIds = await providers.scan(qrId)
    await db.execute(
      sql`update toys set is_active = true, on_air = true, on_air_until = now() + interval '1 day'`,
    )
    const people = () => Promise.all([0, 1, 2, 3].map(() => addPerson(origins)))
    return {
      productIds,
      fileProductId,
      toyIds,
      admin,
      buyers: await people(),
      controllers: (await people()).slice(0, 2),
    }
  } finally {
    await database.close()
  }
}

async function addProducts(db: Db): Promise<string[]> {
  return db.transaction(async tx => {
    const [category] = await tx.insert(categories).values({ name: 'Alles', slug: 'alles' }).returning()
    const categoryId = category?.id as string
    const rows = [1, 2, 3, 4].map(n => ({
      name: `Product ${n}`,
      slug: `product-${n}`,
      sku: `P${n}`,
      price: 1000 * n,
      stock: STOCK,
      categoryId,
    }))
    const made = await tx.insert(products).values(rows).returning()
    await recordInitialStock(tx, made)
    return made.map(({ id }) => id)
  })
}

async function addPerson([one, two]: [string, string]): Promise<Person> {
  const jar = new Map<string, string>()
  const at: Person['at'] = [createTestClient(one, jar), createTestClient(two, jar)]
  const email = `${randomUUID()}@gloed.test`
  const { body, status } = await at[0].call(register, {
    email,
    password: 'een lang wachtwoord',
    displayName: 'Robin',
  })
  if (status !== 201) throw new Error(`register: ${status}`)
  const { body: address } = await at[0].call(createAddress, buyerAddress)
  return { userId: (body as { id: string }).id, addressId: address.id, at }
}
