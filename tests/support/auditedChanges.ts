import { randomUUIDv7 } from 'node:crypto'
import sharp from 'sharp'
import { desc, eq, sql } from 'drizzle-orm'
import { addCodeProduct, addFileProduct, buy, digital, uploadFile } from './downloads.ts'
import { startGiftPurchase, addGiftToList } from './gifts.ts'
import { auditedPageChanges } from './creatorPages.ts'
import { auditedApplicationChanges } from './creatorApplications.ts'
import { auditedReportChanges } from './contentReports.ts'
import { auditedCreditChanges } from './giftCards.ts'
import { auditedLabelChanges } from './auditedLabels.ts'
import { auditedPromotionChanges } from './promotions.ts'
import { auditedPayoutChanges } from './testLedger.ts'
import { buyQuickMinutes, placeOrderFor } from './payments.ts'
import { addRate, addZone } from '../../src/shop/shipping/admin/contract.ts'
import { addProduct, buyProduct, completePayment } from './fixtures.ts'
import { createBulkEdit } from '../../src/shop/products/admin/bulk/contract.ts'
import { setOrderStatus, refundOrder } from '../../src/shop/orders/admin/contract.ts'
import { minuteDebts } from '../../src/money/minutes/table.ts'
import { creatorReviews } from '../../src/live/creatorReviews/table.ts'
import { readAgreement, signAgreement } from '../../src/live/agreements/contract.ts'
import { hideInArea, readHiding } from '../../src/live/blocks/contract.ts'
import { creators } from '../../src/live/creators/table.ts'
import { readMenu } from '../../src/live/studio/menu/contract.ts'
import { toBrusselsDay } from '../../src/wire/brusselsTime.ts'
import { createStopLink } from '../../src/live/studio/stopLinks/contract.ts'
import { gifts } from '../../src/live/gifts/table.ts'
import { readOrder } from '../../src/shop/orders/contract.ts'
import { mails } from '../../src/platform/db/table.ts'
import { reviews } from '../../src/shop/reviews/table.ts'
import { addCustomerNote } from '../../src/backoffice/notes/contract.ts'
import { sendContactMessage } from '../../src/shop/support/contract.ts'
import { supportConversations } from '../../src/shop/support/table.ts'
import { withdrawals } from '../../src/shop/withdrawals/table.ts'
import { requestWithdrawal } from '../../src/shop/withdrawals/contract.ts'
import { playSession } from './earnings.ts'
import { insertGoneToy, insertHeldToy, type controlFixture } from './controlFixture.ts'
import { productExtras } from './sales.ts'
import type { TestUser } from './shop.ts'
import { readMinutePackages } from '../../src/money/minutes/admin/contract.ts'
import { changeSettings, readSettings } from '../../src/money/settings/admin/contract.ts'
import { readContent, saveDraft } from '../../src/people/content/admin/contract.ts'

/**
 * The input of each endpoint by which an admin or a creator changes something, made when it is called; a new one gets an entry here.
 */
export function auditedChanges(
  control: ReturnType<typeof controlFixture>,
  who: { admin: TestUser; customer: TestUser },
): Record<string, () => Promise<object>> {
  const { db } = control
  const acceptedCreator = async () => {
    const { user } = await control.shop.newUser('MODEL')
    await db().insert(creators).values({ userId: user.id, acceptedAt: control.now() })
    return user.id
  }
  const stranger = async () => ({ userId: (await control.shop.newUser()).user.id })
  async function paidOrder() {
    const { id: productId } = await addProduct(control.shop)
    const orderId = await buyProduct(who.customer, productId, 'paid')
    const { items, number } = (await who.customer.call(readOrder, { orderId })).body
    return { orderId, productId, number, itemId: items[0]?.id as string }
  }

  async function openedFaq() {
    const { body: opened } = await who.admin.call(readContent, { key: 'faq' })
    const { key, version, revision, published: body } = opened
    return { key, version, revision, body }
  }

  async function withdrawal(): Promise<{ withdrawalId: string; itemId: string }> {
    const { number, itemId } = await paidOrder()
    const said = { name: 'Sam de Wit', email: who.customer.user.email, orderNumber: number }
    await who.customer.call(requestWithdrawal, said)
    const [kept] = await db().select().from(withdrawals).where(eq(withdrawals.orderNumber, number))
    return { withdrawalId: kept?.id as string, itemId }
  }

  async function conversation() {
    await who.customer.call(sendContactMessage, { topic: 'OTHER', text: 'Is mevrouw de Wit er?' })
    const [newest] = await db().select().from(supportConversations).orderBy(desc(supportConversations.id))
    return { conversationId: newest?.id as string, version: 1 }
  }

  async function note() {
    return { noteId: (await who.admin.call(addCustomerNote, { ...(await stranger()), text: '-' })).body.id }
  }

  async function category(): Promise<string> {
    const { categoryId, id } = await addProduct(control.shop)
    await who.admin.request('DELETE', `/api/admin/products/${id}`)
    return categoryId
  }

  /** A session in its countdown; its toy is free again after the session. */
  async function session(): Promise<string> {
    const { customer: player, toyId } = await control.scene()
    return (await control.start(player, toyId)).body.session.id
  }

  async function openRefund(): Promise<string> {
    const { orderId } = await placeOrderFor(control.shop, who.customer)
    await who.admin.call(setOrderStatus, { orderId, status: 'PAID' })
    return (await who.admin.call(refundOrder, { orderId })).body.refundId
  }

  async function givenUpMail(): Promise<string> {
    const kept = { recipient: 'lezer@gloed.test', template: 'order-paid', props: {}, failedAt: control.now() }
    const [mail] = await db().insert(mails).values(kept).returning({ id: mails.id })
    return mail?.id as string
  }

  async function review(): Promise<string> {
    const { productId } = await paidOrder()
    const kept = { productId, userId: who.customer.user.id, rating: 4, text: null }
    const [made] = await db().insert(reviews).values(kept).returning({ id: reviews.id })
    return made?.id as string
  }

  async function creatorReview(): Promise<string> {
    const writer = (await stranger()).userId
    const kept = { pseudonym: 'Vlinder', rating: 4, answer: 'Dank je', approvedAt: control.now() }
    const [made] = await db()
      .insert(creatorReviews)
      .values({ ...kept, creatorId: who.admin.user.id, userId: writer })
      .returning({ id: creatorReviews.id })
    return made?.id as string
  }

  async function purchase(): Promise<string> {
    const { purchaseId, paymentUrl } = await buyQuickMinutes(control.shop, who.customer)
    await who.customer.request('GET', await completePayment(paymentUrl, 'paid'))
    return purchaseId
  }

  async function debt(): Promise<string> {
    const kept = {
      userId: who.customer.user.id,
      purchaseId: await purchase(),
      chargebackId: randomUUIDv7(),
      amountCents: 600,
    }
    const [owed] = await db().insert(minuteDebts).values(kept).returning({ id: minuteDebts.id })
    return owed?.id as string
  }

  async function preparedBulk(): Promise<string> {
    const { id } = await addProduct(control.shop)
    const edit = { productIds: [id], change: { kind: 'ACTIVE', active: false } }
    return (await who.admin.call(createBulkEdit, edit)).body.id
  }

  const gift = async () => (await addGiftToList(who.admin, who.admin.user.id)).id
  const noticePreference = { topic: 'STOCK', inShop: true, mail: false, push: true }
  const zone = { name: 'Nederland', countries: ['NL'], carrier: 'PostNL', isActive: true }
  const rate = {
    serviceName: 'Pakket',
    deliveryTime: '1-2 werkdagen',
    weightFrom: 0,
    weightTo: 2000,
    maxLength: null,
    maxWidth: null,
    maxHeight: null,
    price: 695,
    isActive: true,
  }
  const stopLink = { name: 'Kaart', isSingleUse: false }
  const stopLinkId = async () => ({ linkId: (await who.admin.call(createStopLink, stopLink)).body.link.id })
  const madeZone = async () => ({ zoneId: (await who.admin.call(addZone, zone)).body.id })
  const madeRate = async () => {
    const { zoneId } = await madeZone()
    return { zoneId, rateId: (await who.admin.call(addRate, { ...rate, zoneId })).body.id }
  }

  async function failedJob() {
    const kept = sql`insert into pgboss.job (name, state, completed_on) values ('mail', 'failed', now())`
    await db().execute(kept)
    return { queue: 'mail' }
  }

  const product = async () => (await addProduct(control.shop)).id
  const newProduct = async () => ({
    name: 'Zijden sjaal',
    sku: randomUUIDv7(),
    price: 1999,
    stock: 3,
    categoryId: await category(),
  })

  return {
    'PUT /api/admin/users/:userId': async () => ({ ...(await stranger()), role: 'MODEL' }),
    'DELETE /api/admin/users/:userId': async () => stranger(),
    'DELETE /api/admin/users/:userId/sessions': async () => stranger(),
    'POST /api/admin/users/:userId/minutes': async () => ({
      ...(await stranger()),
      minutes: 5,
      reason: 'Voor mevrouw de Wit',
    }),
    'POST /api/admin/sessions/:sessionId/refund': async () => ({
      sessionId: await playSession(
        control.shop,
        await control.shop.newUser('MODEL'),
        await control.shop.newUser(),
      ),
      backMinutes: 1,
      reason: 'Voor mevrouw de Wit',
    }),
    ...auditedCreditChanges(control, who),
    ...auditedReportChanges(control, who),
    ...auditedApplicationChanges(control),
    ...auditedPageChanges(who, () => control.shop.newUser('MODEL')),
    'PUT /api/admin/orders/:orderId/status': async () => ({ ...(await paidOrder()), status: 'PROCESSING' }),
    'PUT /api/admin/orders/:orderId/tracking': async () => {
      const { orderId, itemId } = await paidOrder()
      await who.admin.request('PUT', `/api/admin/orders/${orderId}/items/${itemId}`, { picked: true })
      return { orderId, trackingCode: '3SGLOED1', shippingCarrier: 'postnl' }
    },
    'POST /api/admin/orders/ship': async () => {
      const { orderId, itemId } = await paidOrder()
      await who.admin.request('PUT', `/api/admin/orders/${orderId}/items/${itemId}`, { picked: true })
      return { orderIds: [orderId] }
    },
    'PUT /api/admin/orders/:orderId/items/:itemId': async () => ({ ...(await paidOrder()), picked: true }),
    'POST /api/admin/orders/:orderId/deliver': async () => {
      const { id: productId } = await addProduct(control.shop, digital)
      const orderId = await buy(who.customer, [{ productId, quantity: 1 }])
      await uploadFile(who.admin, productId, Buffer.from('laat'))
      return { orderId }
    },
    'POST /api/admin/orders/:orderId/refund': async () => ({ ...(await paidOrder()), amount: 100 }),
    'POST /api/admin/refunds/:refundId/mend': async () => ({ refundId: await openRefund(), how: 'BY_HAND' }),
    'POST /api/admin/minute-purchases/:purchaseId/refund': async () => ({ purchaseId: await purchase() }),
    'POST /api/admin/minute-debts/:debtId/settle': async () => ({ debtId: await debt(), resolution: 'PAID' }),
    'POST /api/admin/products': newProduct,
    'PUT /api/admin/products/:productId': async () => ({ productId: await product(), price: 1234, stock: 9 }),
    ...productExtras(control, who),
    'PUT /api/admin/products/:productId/digital': async () => {
      const { id: productId } = await addFileProduct(control.shop, who.admin)
      return { productId, maxDownloads: 3, validDays: 30 }
    },
    'DELETE /api/admin/files/:fileId': async () => addFileProduct(control.shop, who.admin),
    'DELETE /api/admin/products/:productId/codes': async () => ({
      productId: (await addCodeProduct(control.shop, who.admin, ['CODE-1'])).id,
    }),
    'DELETE /api/admin/products/:productId': async () => ({ productId: await product() }),
    'POST /api/admin/dac7': async () => {
      const { settings, version } = (await who.admin.call(readSettings)).body
      const place = { street: 'Kerkstraat 1', postalCode: '2000', city: 'Antwerpen', country: 'BE' as const }
      const company = { ...settings.company, ...place, companyNumber: '0123.456.749' }
      await who.admin.call(changeSettings, { ...settings, company, version })
      return { year: 2025 }
    },
    'POST /api/admin/pictures': async () => {
      const form = new FormData()
      const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#8a2a4a' } })
      form.append('images', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'foto.png')
      return form
    },
    'POST /api/admin/categories': async () => ({ name: `Rubriek ${randomUUIDv7()}` }),
    'PUT /api/admin/categories/:categoryId': async () => ({ categoryId: await category(), name: 'Anders' }),
    'DELETE /api/admin/categories/:categoryId': async () => ({ categoryId: await category() }),
    'PUT /api/admin/creator-reviews/:reviewId': async () => ({
      reviewId: await creatorReview(),
      part: 'ANSWER',
      approved: true,
    }),
    'PUT /api/studio/reviews/:reviewId/answer': async () => ({
      reviewId: await creatorReview(),
      answer: 'Dag',
    }),
    'PUT /api/admin/reviews/:reviewId': async () => ({ reviewId: await review(), approved: true }),
    'POST /api/admin/reviews/moderate': async () => ({ reviewIds: [await review()], approved: false }),
    ...auditedPromotionChanges(who),
    ...auditedPayoutChanges(control, who),
    'POST /api/admin/gifts': async () => ({ name: 'Kaars', price: 1500, ownerId: who.admin.user.id }),
    'PUT /api/admin/gifts/:giftId': async () => ({ giftId: await gift(), price: 1600 }),
    'DELETE /api/admin/gifts/:giftId': async () => ({ giftId: await gift() }),
    'POST /api/admin/gifts/order': async () => ({ giftIds: [await gift()] }),
    'DELETE /api/admin/gifts/:giftId/picture': async () => {
      const giftId = await gift()
      await db().update(gifts).set({ imageUrl: '/media/demo/lumi/800.webp' }).where(eq(gifts.id, giftId))
      return { giftId }
    },
    'POST /api/admin/gift-purchases/:purchaseId/refund': async () => {
      const { purchaseId, paymentUrl } = await startGiftPurchase(control.shop, who.customer, await gift())
      await completePayment(paymentUrl, 'paid')
      return { purchaseId }
    },
    ...auditedLabelChanges(control, who),
    'POST /api/admin/books/check': async () => ({}),
    'POST /api/admin/jobs/retry': failedJob,
    'POST /api/admin/jobs/discard': failedJob,
    'POST /api/admin/shipping-zones': async () => zone,
    'PUT /api/admin/shipping-zones/:zoneId': async () => ({ ...zone, ...(await madeZone()), name: 'Elders' }),
    'DELETE /api/admin/shipping-zones/:zoneId': madeZone,
    'POST /api/admin/shipping-rates': async () => ({ ...rate, ...(await madeZone()) }),
    'PUT /api/admin/shipping-rates/:rateId': async () => ({ ...rate, ...(await madeRate()), price: 999 }),
    'DELETE /api/admin/shipping-rates/:rateId': madeRate,
    'PUT /api/admin/settings': async () => {
      const { settings, version } = (await who.admin.call(readSettings)).body
      return { ...settings, version, trackingCost: 395 }
    },
    'PUT /api/admin/content/:key/draft': openedFaq,
    'DELETE /api/admin/content/:key/draft': async () => {
      const opened = await openedFaq()
      await who.admin.call(saveDraft, opened)
      return { ...opened, revision: opened.revision + 1 }
    },
    'POST /api/admin/content/:key/publish': openedFaq,
    'PUT /api/admin/minute-packages': async () => {
      const { version, packages } = (await who.admin.call(readMinutePackages)).body
      return { version, packages: packages.toReversed() }
    },
    'PUT /api/admin/notification-preferences': async () => noticePreference,
    'PUT /api/admin/withdrawals/:withdrawalId': async () => ({
      ...(await withdrawal()),
      accepted: true,
      answer: 'Stuur het maar terug.',
    }),
    'PUT /api/admin/withdrawals/:withdrawalId/lines': async () => {
      const { withdrawalId, itemId } = await withdrawal()
      return { withdrawalId, lines: [{ itemId, accepted: true }] }
    },
    'POST /api/admin/messages/:conversationId/replies': async () => ({
      ...(await conversation()),
      text: 'Stuur het maar terug.',
    }),
    'PUT /api/admin/messages/:conversationId': async () => ({ ...(await conversation()), isClosed: true }),
    'POST /api/admin/orders/:orderId/notes': async () => ({ ...(await paidOrder()), text: 'Mevrouw de Wit' }),
    'POST /api/admin/users/:userId/notes': async () => ({ ...(await stranger()), text: 'Mevrouw de Wit' }),
    'PUT /api/admin/notes/:noteId': async () => ({ ...(await note()), text: 'Mevrouw de Wit belde' }),
    'DELETE /api/admin/notes/:noteId': note,
    'POST /api/admin/bulk-edits/:bulkId/apply': async () => ({ bulkId: await preparedBulk() }),
    'POST /api/admin/mails/:mailId/send': async () => ({ mailId: await givenUpMail() }),
    'POST /api/admin/creators/:userId/suspensions': async () => ({
      userId: await acceptedCreator(),
      reason: 'Om te proberen',
    }),
    'POST /api/admin/creators/:userId/suspensions/:suspensionId/decision': async () => {
      const userId = await acceptedCreator()
      const path = `/api/admin/creators/${userId}/suspensions`
      const suspended = await who.admin.request('POST', path, { reason: 'Om te proberen' })
      const { suspensions } = suspended.body as { suspensions: { id: string }[] }
      return { userId, suspensionId: suspensions[0]?.id, decision: 'LIFT', reason: 'Om te proberen' }
    },
    'POST /api/admin/creators/:userId/agreements/:agreementId/read': async () => {
      const creator = await control.shop.newUser('MODEL')
      const { body: shown } = await creator.call(readAgreement)
      const { body } = await creator.call(signAgreement, { ...shown, isAgreed: true })
      return { userId: creator.user.id, agreementId: body.signed[0]?.id }
    },
    'POST /api/admin/sessions/:sessionId/stop': async () => ({ sessionId: await session() }),
    'POST /api/admin/sessions/:sessionId/force-stop': async () => ({ sessionId: await session() }),
    'POST /api/admin/toys/:toyId/toggle': async () => ({ toyId: control.toyIds[1], active: false }),
    'POST /api/admin/lovense/generate-qr': async () => ({}),
    'POST /api/studio/lovense/generate-qr': async () => ({}),
    'PUT /api/studio/toys/:toyId': async () => ({ toyId: control.toyIds[2], maxIntensity: 7, onAir: false }),
    'DELETE /api/studio/toys/:toyId': () => insertGoneToy(control, who.admin),
    'POST /api/studio/bridge/confirm': () => insertHeldToy(control, who.admin),
    'POST /api/studio/toys/:toyId/switched-off': async () => ({ toyId: control.toyIds[2] }),
    'POST /api/studio/stop-links': async () => stopLink,
    'DELETE /api/studio/stop-links/:linkId': stopLinkId,
    'POST /api/studio/decline': async () => ({ sessionId: await session() }),
    'POST /api/studio/stop': async () => ({ sessionId: await session() }),
    'POST /api/studio/panic': async () => ({}),
    'PUT /api/studio/menu': async () => ({
      ...(await who.admin.call(readMenu)).body,
      pauseMinutes: 1,
      toys: [],
    }),
    'POST /api/studio/hiding/areas': async () => ({ country: 'BE', postcode: '9000' }),
    'DELETE /api/studio/hiding/areas/:areaId': async () => {
      await who.admin.call(hideInArea, { country: 'NL', postcode: '1011' })
      return { areaId: (await who.admin.call(readHiding)).body.areas[0]?.id }
    },
    'PUT /api/studio/hiding/contacts': async () => ({ hashes: [] }),
    'PUT /api/studio/hiding/page': async () => ({ isPublicDespiteBlocks: true }),
    'POST /api/admin/auditor-files': async () => {
      await session()
      return { month: toBrusselsDay(control.now()).slice(0, 7), isSample: true }
    },
    'POST /api/studio/blocks': async () => ({ userId: who.customer.user.id }),
    'DELETE /api/studio/blocks/:userId': async () => {
      await who.admin.request('POST', '/api/studio/blocks', { userId: who.customer.user.id })
      return { userId: who.customer.user.id }
    },
  }
}
