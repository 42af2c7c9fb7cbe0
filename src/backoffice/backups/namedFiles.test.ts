import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { gifts } from '../../live/gifts/table.ts'
import { users } from '../../people/accounts/table.ts'
import { mediaPath } from '../../platform/http/media.ts'
import { newPrivateFileKey } from '../../platform/files/privateFiles.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import { categories, products } from '../../shop/products/catalog/table.ts'
import { digitalFiles, digitalProducts } from '../../shop/downloads/table.ts'
import { pictures } from '../../shop/pictures/table.ts'
import { dataExports } from '../privacy/table.ts'
import { bulkEdits } from '../../shop/products/admin/table.ts'
import { findMissingFiles } from './namedFiles.service.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

it('finds the file of every kind of row that names one, until it is there in its size', async () => {
  const { db, storage, files, now } = shop.node.platform
  const [user, product] = [await shop.newUser('ADMIN'), await addProduct(shop)]
  const picture = newStorageKey('pictures').replace('.webp', '-aabbcc/800.webp')
  const keys = {
    avatar: newStorageKey('avatars'),
    gift: newStorageKey('gifts'),
    export: newStorageKey('exports', 'zip'),
    import: newStorageKey('imports', 'csv'),
    upload: newStorageKey('uploads', 'sent'),
    category: newStorageKey('pictures'),
    first: newStorageKey('pictures'),
    second: newStorageKey('pictures'),
    picture,
  }
  const sold = newPrivateFileKey()
  const owner = { ownerId: user.user.id }
  await db
    .update(users)
    .set({ avatarUrl: mediaPath(keys.avatar) })
    .where(eq(users.id, user.user.id))
  await db.insert(gifts).values({ ...owner, name: 'Sjaal', price: 100, imageUrl: mediaPath(keys.gift) })
  await db.insert(gifts).values({ ...owner, name: 'Demo', price: 1, imageUrl: '/media/demo/hero/800.webp' })
  await db
    .insert(dataExports)
    .values({ userId: user.user.id, id: crypto.randomUUID(), requestedAt: now(), fileKey: keys.export })
  await db
    .insert(bulkEdits)
    .values({ actorId: user.user.id, state: 'CHECKING', fileName: 'a.csv', fileKey: keys.import })
  await db.insert(pictures).values([
    { source: keys.upload, unownedAt: now() },
    { source: 'x', unownedAt: now(), status: 'READY', done: 3, address: mediaPath(picture) },
  ])
  await db.insert(categories).values({ name: 'Sjaals', slug: 'sjaals', imageUrl: mediaPath(keys.category) })
  const images = [keys.first, keys.second].map(mediaPath)
  await db.update(products).set({ imageUrl: images[0], images }).where(eq(products.id, product.id))
  await db.insert(digitalProducts).values({ productId: product.id, kind: 'FILES' })
  const file = { productId: product.id, name: 'a', bytes: 5, storageKey: sold, received: 5, readyAt: now() }
  await db.insert(digitalFiles).values(file)
  // One that is still arriving has no file yet.
  await db
    .insert(digitalFiles)
    .values({ ...file, storageKey: newPrivateFileKey(), received: 1, readyAt: null })

  const find = (lost: string[] = []) => findMissingFiles(db, { storage, files }, { files: [], lost })
  const paths = Object.values(keys).map(key => `media/${key}`)
  expect(await find()).toEqual([...paths, `files/${sold}`].toSorted())
  expect(await find([`files/${sold}`])).toEqual(paths.toSorted())
  for (const key of Object.values(keys)) await storage.put(key, Buffer.from('beeld'))
  await files.put(sold, Buffer.from('half'))
  expect(await find()).toEqual([`files/${sold}`, `media/${picture.replace('/800.webp', '')} (1 van 2)`])
  await files.put(sold, Buffer.from('whole'))
  await storage.put(picture.replace('800.webp', '400.avif'), Buffer.from('beeld'))
  expect(await find()).toEqual([])
})
