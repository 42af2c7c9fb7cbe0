import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { MAX_MANUAL_BYTES } from '../safety/contract.ts'
import { Problem } from '../../../wire/problem.ts'
import { pictureUploadOptions } from '../../pictures/service.ts'
import { homeRates } from '../../../money/vat/rates.service.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createPictureUploads } from '../../../platform/http/pictureUpload.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { openUpload, registerMultipart } from '../../../platform/http/upload.ts'
import { addCategory, deleteCategory, updateCategory, findAdminCategories } from './categories.service.ts'
import * as endpoints from './contract.ts'
import { readProductHistory } from './history.contract.ts'
import { findProductHistory } from './history.service.ts'
import { readRelatedProducts, setRelatedProducts } from './related.contract.ts'
import { listRelatedProducts, replaceRelatedProducts } from './related.service.ts'
import {
  addManual,
  ManualFields,
  removeManual,
  setLabelPictures,
  createOperator,
  changeOperator,
  listOperators,
  readProductSafety,
  setProductSafety,
} from './safety/contract.ts'
import {
  addOperator,
  findOperators,
  findProductSafety,
  saveProductSafety,
  updateOperator,
} from './safety/service.ts'
import { deleteManual, replaceLabelPictures, storeManual } from './safety/files.service.ts'
import { startProductSale, stopProductSale } from './prices/sale.service.ts'
import { addProduct, deleteProduct, updateProduct } from './service.ts'
import { setProductVariants } from './variants/contract.ts'
import { setVariants } from './variants/grid.service.ts'
import { findAdminProduct, findAdminProducts } from './list.service.ts'
import { MAX_PICTURE_BYTES } from '../../pictures/contract.ts'

export async function productRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now, settings } = platform
  serve(app, endpoints.listAdminProducts, search =>
    findAdminProducts(db, search, settings.current.lowStockThreshold),
  )
  serve(app, endpoints.readAdminProduct, async ({ productId }) => ({
    ...(await findAdminProduct(db, productId)),
    vatRates: homeRates(platform),
  }))
  serve(app, endpoints.changeProduct, (change, { userId }) => updateProduct(db, userId, change, now()))
  serve(app, endpoints.removeProduct, ({ productId }, { userId }) =>
    deleteProduct(db, userId, productId, now()),
  )
  serve(app, endpoints.setProductSale, (sale, { userId }) => startProductSale(db, userId, sale, now()))
  serve(app, endpoints.endProductSale, ({ productId }, { userId }) =>
    stopProductSale(db, userId, productId, now()),
  )
  serve(app, setProductVariants, (grid, { userId }) => setVariants(db, userId, grid, now()))
  serve(app, readRelatedProducts, ({ productId }) => listRelatedProducts(db, productId))
  serve(app, setRelatedProducts, (chosen, { userId }) => replaceRelatedProducts(db, userId, chosen))
  serve(app, listOperators, () => findOperators(db))
  serve(app, createOperator, (operator, { userId }) => addOperator(db, userId, operator))
  serve(app, changeOperator, (operator, { userId }) => updateOperator(db, userId, operator))
  serve(app, readProductSafety, ({ productId }) => findProductSafety(db, productId))
  serve(app, setProductSafety, (safety, { userId }) => saveProductSafety(db, userId, safety))
  serve(app, setLabelPictures, (labels, { userId }) => replaceLabelPictures(db, userId, labels, now()))
  serve(app, removeManual, (manual, { userId }) => deleteManual(db, userId, manual))
  await registerMultipart(app, MAX_MANUAL_BYTES, scope =>
    serveWithContext(scope, addManual, async ({ productId }, { userId }, { request }) => {
      const { bytes, fields, assertComplete } = await openUpload(request, manualField)
      const file = await buffer(bytes)
      assertComplete()
      const chosen = ManualFields.safeParse(fields).data
      if (!chosen) throw new Problem('INVALID_INPUT', { fields: { language: 'Kies een taal.' } })
      return storeManual(platform, userId, { productId, ...chosen, file })
    }),
  )
  serve(app, readProductHistory, ({ productId, limit }) => findProductHistory(db, productId, limit, now()))
  serve(app, endpoints.listAdminCategories, () => findAdminCategories(db))
  serve(app, endpoints.createCategory, (category, { userId }) => addCategory(db, userId, category, now()))
  serve(app, endpoints.changeCategory, ({ categoryId, ...category }, { userId }) =>
    updateCategory(db, userId, categoryId, category, now()),
  )
  serve(app, endpoints.removeCategory, ({ categoryId }, { userId }) =>
    deleteCategory(db, userId, categoryId, now()),
  )
  await registerMultipart(app, MAX_PICTURE_BYTES, scope => {
    const forms = createPictureUploads(scope, platform.storage, pictureUploadOptions)
    serveWithContext(
      scope,
      endpoints.createProduct,
      (product, { userId }, { request }) =>
        forms.keep(request, files => addProduct(platform, userId, product, files)),
      async request => {
        const sent = await forms.read(request)
        return request.isMultipart() ? parseProductFormData(sent as Record<string, string>) : sent
      },
    )
  })
}

const manualField = { field: 'file', largest: MAX_MANUAL_BYTES, missing: 'Kies een PDF.' }

/** Converts the text fields of a multipart form to the body's types; empty fields are left out. */
const parseProductFormData = (fields: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, valueOf(name, text.trim())]))

const nullableFields = new Set(['length', 'width', 'height', 'contentMl', 'contentGrams', 'purchasePrice'])
const numberFields = new Set([...nullableFields, 'price', 'shippingCost', 'stock', 'weight'])
const booleanFields = new Set([
  'isActive',
  'showShippingOptions',
  'showCommentsField',
  'hygieneSealed',
  'hasSexualContent',
])

function valueOf(name: string, text: string): unknown {
  if (numberFields.has(name)) {
    if (text === '') return nullableFields.has(name) ? null : undefined
    return /^-?\d{1,12}$/.test(text) ? Number(text) : text
  }
  if (booleanFields.has(name))
    return { true: true, on: true, '1': true, false: false, '0': false, '': false }[text] ?? text
  return text
}
