import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { addCategory, dropCategory, renameCategory } from './categories.service.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  listShelf,
  readShelved,
  removeCategory,
  removeProduct,
} from './contract.ts'
import { addProduct, dropProduct, editProduct, readShelf, searchShelf } from './service.ts'

export function assortmentRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listShelf, search => searchShelf(db, search))
  serve(app, readShelved, ({ productId }) => readShelf(db, productId))
  serve(app, createProduct, (product, { userId }) => addProduct(db, userId, product))
  serve(app, changeProduct, (change, { userId }) => editProduct(db, userId, change, now()))
  serve(app, removeProduct, ({ productId }, { userId }) => dropProduct(db, userId, productId))
  serve(app, createCategory, (category, { userId }) => addCategory(db, userId, category))
  serve(app, changeCategory, ({ categoryId, ...category }, { userId }) =>
    renameCategory(db, userId, categoryId, category),
  )
  serve(app, removeCategory, ({ categoryId }, { userId }) => dropCategory(db, userId, categoryId))
}
