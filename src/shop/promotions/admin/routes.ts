import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { AutomaticPromotions } from '../automatic.service.ts'
import {
  changePromotion,
  createPromotion,
  listPromotions,
  removePromotion,
  tryPromotions,
} from './contract.ts'
import { addPromotion, deletePromotion, findAdminPromotions, updatePromotion } from './service.ts'
import { tryBasket } from './trial.service.ts'

export function promotionRoutes(
  app: FastifyInstance,
  platform: Platform,
  automatic: AutomaticPromotions,
): void {
  const { db, now } = platform
  serve(app, listPromotions, () => findAdminPromotions(db, now()))
  serve(app, createPromotion, (fields, { userId }) => addPromotion(platform, automatic, userId, fields))
  serve(app, changePromotion, (change, { userId }) => updatePromotion(platform, automatic, userId, change))
  serve(app, removePromotion, ({ promotionId }, { userId }) =>
    deletePromotion(platform, automatic, userId, promotionId),
  )
  serve(app, tryPromotions, (basket, { userId }) => tryBasket(platform, userId, basket))
}
