import type { FastifyInstance } from 'fastify'
import type { PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { readUploadedFile, registerMultipart } from '../../platform/upload.ts'
import {
  reorderGifts,
  changeGift,
  createGift,
  MAX_GIFT_PICTURE_BYTES,
  listAllGifts,
  listGiftOwners,
  listGiftPurchases,
  refundGiftPurchase,
  removeGift,
  removeGiftPicture,
  uploadGiftPicture,
} from './admin.contract.ts'
import { listGifts, listReceivedGifts, purchaseGift, readGiftPurchase } from './contract.ts'
import {
  addGift,
  findAllGifts,
  saveGiftOrder,
  updateGift,
  deleteGift,
  findGiftOwners,
  findGiftPurchases,
} from './admin.service.ts'
import { deleteGiftPictureFile, setGiftPicture, clearGiftPicture } from './picture.service.ts'
import { beginGiftPurchase, listPricedGifts } from './giftPurchase.service.ts'
import { issueGiftRefund } from './payment.service.ts'
import { findOwnGiftPurchase, findReceivedGifts } from './service.ts'

const pictureField = { field: 'picture', largest: MAX_GIFT_PICTURE_BYTES, missing: 'Kies een foto.' }

export async function giftRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentGateways) {
  const { db, now } = platform
  serve(app, listGifts, ({ vatNumber }, { userId }) => listPricedGifts(platform, userId, vatNumber))
  serve(app, readGiftPurchase, ({ purchaseId }, { userId }) => findOwnGiftPurchase(db, userId, purchaseId))
  serve(app, listReceivedGifts, (_, { userId }) => findReceivedGifts(db, userId))
  serve(app, purchaseGift, (input, { userId }, { idempotencyKey }) =>
    beginGiftPurchase(platform, gateways, input, { userId, key: idempotencyKey, operation: 'gift', input }),
  )
  serve(app, refundGiftPurchase, (input, { userId }, { idempotencyKey }) =>
    issueGiftRefund(platform, input, { userId, key: idempotencyKey, operation: 'refund gift', input }),
  )
  serve(app, listAllGifts, () => findAllGifts(db, now()))
  serve(app, listGiftOwners, () => findGiftOwners(db))
  serve(app, listGiftPurchases, looked => findGiftPurchases(db, looked))
  serve(app, createGift, (gift, { userId }) => addGift(db, userId, gift, now()))
  serve(app, changeGift, (change, { userId }) => updateGift(db, userId, change, now()))
  serve(app, reorderGifts, ({ giftIds }, { userId }) => saveGiftOrder(db, userId, giftIds, now()))
  serve(app, removeGift, async ({ giftId }, { userId }) =>
    deleteGiftPictureFile(platform, await deleteGift(db, userId, giftId)),
  )
  serve(app, removeGiftPicture, ({ giftId }, { userId }) => clearGiftPicture(platform, userId, giftId))
  await registerMultipart(app, MAX_GIFT_PICTURE_BYTES, scope => {
    serve(scope, uploadGiftPicture, async ({ giftId }, { userId }, { request }) => ({
      imageUrl: await setGiftPicture(platform, userId, giftId, await readUploadedFile(request, pictureField)),
    }))
  })
}
