import type { FastifyInstance } from 'fastify'
import { MAX_PICTURE_BYTES } from '../../shop/pictures/contract.ts'
import { pictureUploadOptions } from '../../shop/pictures/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPictureUploads } from '../../platform/pictureUpload.ts'
import { serve } from '../../platform/serve.ts'
import { registerMultipart } from '../../platform/upload.ts'
import { addCategory, deleteCategory, updateCategory, findAdminCategories } from './categories.service.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  listAdminProducts,
  listAdminCategories,
  readAdminProduct,
  removeCategory,
  removeProduct,
} from './contract.ts'
import { parseProductFormData } from './form.service.ts'
import { addProduct, deleteProduct, updateProduct } from './service.ts'
import { findAdminProduct, findAdminProducts } from './list.service.ts'

export async function productRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now } = platform
  serve(app, listAdminProducts, search => findAdminProducts(db, search))
  serve(app, readAdminProduct, ({ productId }) => findAdminProduct(db, productId))
  serve(app, changeProduct, (change, { userId }) => updateProduct(db, userId, change, now()))
  serve(app, removeProduct, ({ productId }, { userId }) => deleteProduct(db, userId, productId, now()))
  serve(app, listAdminCategories, () => findAdminCategories(db))
  serve(app, createCategory, (category, { userId }) => addCategory(db, userId, category))
  serve(app, changeCategory, ({ categoryId, ...category }, { userId }) =>
    updateCategory(db, userId, categoryId, category),
  )
  serve(app, removeCategory, ({ categoryId }, { userId }) => deleteCategory(db, userId, categoryId))
  await registerMultipart(app, MAX_PICTURE_BYTES, scope => {
    const forms = createPictureUploads(scope, platform.storage, pictureUploadOptions)
    serve(
      scope,
      createProduct,
      (product, { userId }, { request }) =>
        forms.keep(request, files => addProduct(platform, userId, product, files)),
      async request => {
        const sent = await forms.read(request)
        return request.isMultipart() ? parseProductFormData(sent as Record<string, string>) : sent
      },
    )
  })
}
