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
  serve(app, createProduct, product => addProduct(db, product))
  serve(app, changeProduct, change => editProduct(db, change, now()))
  serve(app, removeProduct, ({ productId }) => dropProduct(db, productId))
  serve(app, createCategory, category => addCategory(db, category))
  serve(app, changeCategory, ({ categoryId, ...category }) => renameCategory(db, categoryId, category))
  serve(app, removeCategory, ({ categoryId }) => dropCategory(db, categoryId))
}
