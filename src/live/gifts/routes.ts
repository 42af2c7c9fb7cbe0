import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { takeFile, withForms } from '../../platform/upload.ts'
import {
  arrangeGifts,
  changeGift,
  createGift,
  LARGEST_PICTURE,
  listAllGifts,
  listGiftOwners,
  listGivings,
  removeGift,
  removeGiftPicture,
  uploadGiftPicture,
} from './admin.contract.ts'
import { listGifts, listReceivedGifts, readGiving } from './contract.ts'
import { addGift, allGifts, arrange, changeGiftOf, dropGift, giftOwners } from './list.service.ts'
import { forgetPicture, setPicture, takePictureAway } from './picture.service.ts'
import { givingPage } from './purchases.service.ts'
import { giftsFor, givingOf, receivedBy } from './service.ts'

const pictureField = { field: 'picture', largest: LARGEST_PICTURE, missing: 'Kies een foto.' }

export async function giftRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now } = platform
  serve(app, listGifts, (_, { userId }) => giftsFor(db, userId, now()))
  serve(app, readGiving, ({ purchaseId }, { userId }) => givingOf(db, userId, purchaseId))
  serve(app, listReceivedGifts, (_, { userId }) => receivedBy(db, userId))
  serve(app, listAllGifts, () => allGifts(db, now()))
  serve(app, listGiftOwners, () => giftOwners(db))
  serve(app, listGivings, looked => givingPage(db, looked))
  serve(app, createGift, (gift, { userId }) => addGift(db, userId, gift, now()))
  serve(app, changeGift, (change, { userId }) => changeGiftOf(db, userId, change, now()))
  serve(app, arrangeGifts, ({ giftIds }, { userId }) => arrange(db, userId, giftIds, now()))
  serve(app, removeGift, async ({ giftId }, { userId }) => {
    await forgetPicture(platform, await dropGift(db, userId, giftId))
    return null
  })
  serve(app, removeGiftPicture, async ({ giftId }, { userId }) => {
    await takePictureAway(platform, userId, giftId)
    return null
  })
  await withForms(app, LARGEST_PICTURE, scope => {
    serve(scope, uploadGiftPicture, async ({ giftId }, { userId }, { request }) => ({
      imageUrl: await setPicture(platform, userId, giftId, await takeFile(request, pictureField)),
    }))
  })
}
