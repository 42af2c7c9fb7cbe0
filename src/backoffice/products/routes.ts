import type { FastifyInstance } from 'fastify'
import { MAX_PICTURE_BYTES } from '../../shop/pictures/contract.ts'
import { pictureUploadOptions } from '../../shop/pictures/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { receivePictures } from '../../platform/received.ts'
import { serve } from '../../platform/serve.ts'
import { withForms } from '../../platform/upload.ts'
import { addCategory, dropCategory, renameCategory, shelvedCategories } from './categories.service.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  listShelf,
  listShelvedCategories,
  readShelved,
  removeCategory,
  removeProduct,
} from './contract.ts'
import { bodyOf } from './form.service.ts'
import { addProduct, dropProduct, editProduct } from './service.ts'
import { readShelf, searchShelf } from './shelf.service.ts'

export async function assortmentRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now } = platform
  serve(app, listShelf, search => searchShelf(db, search))
  serve(app, readShelved, ({ productId }) => readShelf(db, productId))
  serve(app, changeProduct, (change, { userId }) => editProduct(db, userId, change, now()))
  serve(app, removeProduct, ({ productId }, { userId }) => dropProduct(db, userId, productId, now()))
  serve(app, listShelvedCategories, () => shelvedCategories(db))
  serve(app, createCategory, (category, { userId }) => addCategory(db, userId, category))
  serve(app, changeCategory, ({ categoryId, ...category }, { userId }) =>
    renameCategory(db, userId, categoryId, category),
  )
  serve(app, removeCategory, ({ categoryId }, { userId }) => dropCategory(db, userId, categoryId))
  await withForms(app, MAX_PICTURE_BYTES, scope => {
    const forms = receivePictures(scope, platform.storage, pictureUploadOptions)
    serve(
      scope,
      createProduct,
      (product, { userId }, { request }) =>
        forms.keep(request, files => addProduct(platform, userId, product, files)),
      async request => {
        const sent = await forms.read(request)
        return request.isMultipart() ? bodyOf(sent as Record<string, string>) : sent
      },
    )
  })
}
