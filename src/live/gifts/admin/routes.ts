import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { readUploadedFile, registerMultipart } from '../../../platform/http/upload.ts'
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
} from './contract.ts'
import {
  addGift,
  findAllGifts,
  saveGiftOrder,
  updateGift,
  deleteGift,
  findGiftOwners,
  findGiftPurchases,
} from './service.ts'
import { deleteGiftPictureFile, setGiftPicture, clearGiftPicture } from './picture.service.ts'
import { issueGiftRefund } from './refund.service.ts'

const pictureField = { field: 'picture', largest: MAX_GIFT_PICTURE_BYTES, missing: 'Kies een foto.' }

export async function giftAdminRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now } = platform
  serveWithContext(app, refundGiftPurchase, (input, { userId }, { idempotencyKey }) =>
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
    serveWithContext(scope, uploadGiftPicture, async ({ giftId }, { userId }, { request }) => ({
      imageUrl: await setGiftPicture(platform, userId, giftId, await readUploadedFile(request, pictureField)),
    }))
  })
}
