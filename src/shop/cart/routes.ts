import type { FastifyInstance } from 'fastify'
import { retryWithoutExpiredHolds } from '../catalog/stock.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from './contract.ts'
import { addLine, createCartReader, removeLine, setQuantity } from './service.ts'

export function cartRoutes(app: FastifyInstance, { db, now }: Platform): void {
  const readLines = createCartReader(db)
  serve(app, readCart, (_, { userId }) => readLines(userId))
  serve(app, addToCart, ({ productId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(db, now(), () => addLine(db, userId, productId, quantity)),
  )
  serve(app, setCartLine, ({ itemId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(db, now(), () => setQuantity(db, userId, itemId, quantity)),
  )
  serve(app, removeCartLine, ({ itemId }, { userId }) => removeLine(db, userId, itemId))
}
