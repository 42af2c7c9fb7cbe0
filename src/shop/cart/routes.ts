import type { FastifyInstance } from 'fastify'
import { retryWithoutExpiredHolds } from '../catalog/expiredHolds.service.ts'
import { writePipelined } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from './contract.ts'
import { addLine, createCartReader, removeLine, setQuantity } from './service.ts'

export function cartRoutes(app: FastifyInstance, platform: Platform): void {
  const { now } = platform
  const readLines = createCartReader(platform)
  serve(app, readCart, (_, { userId }) => readLines(userId))
  serve(app, addToCart, ({ productId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(platform.db, now(), () =>
      writePipelined(platform, db => addLine(db, userId, productId, quantity)),
    ),
  )
  serve(app, setCartLine, ({ itemId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(platform.db, now(), () =>
      writePipelined(platform, db => setQuantity(db, userId, itemId, quantity)),
    ),
  )
  serve(app, removeCartLine, ({ itemId }, { userId }) =>
    writePipelined(platform, db => removeLine(db, userId, itemId)),
  )
}
