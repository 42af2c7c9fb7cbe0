import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from './contract.ts'
import { addLine, listCart, removeLine, setQuantity } from './service.ts'

export function cartRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, readCart, (_, { userId }) => listCart(db, userId))
  serve(app, addToCart, ({ productId, quantity }, { userId }) => addLine(db, userId, productId, quantity))
  serve(app, setCartLine, ({ itemId, quantity }, { userId }) => setQuantity(db, userId, itemId, quantity))
  serve(app, removeCartLine, async ({ itemId }, { userId }) => {
    await removeLine(db, userId, itemId)
    return null
  })
}
