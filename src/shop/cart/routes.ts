import type { FastifyInstance } from 'fastify'
import { retryWithoutExpiredHolds } from '../catalog/stock.service.ts'
import { writePipelined } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from './contract.ts'
import { addLine, createCartReader, removeLine, setQuantity } from './service.ts'

export function cartRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, pipelinedReads, now } = platform
  const readLines = createCartReader(pipelinedReads)
  serve(app, readCart, (_, { userId }) => readLines(userId))
  serve(app, addToCart, ({ productId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(db, now(), () =>
      writePipelined(platform, lane => addLine(lane, userId, productId, quantity)),
    ),
  )
  serve(app, setCartLine, ({ itemId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(db, now(), () =>
      writePipelined(platform, lane => setQuantity(lane, userId, itemId, quantity)),
    ),
  )
  serve(app, removeCartLine, ({ itemId }, { userId }) =>
    writePipelined(platform, lane => removeLine(lane, userId, itemId)),
  )
}
