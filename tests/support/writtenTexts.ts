import { expect, vi } from 'vitest'
import { decideContentCase } from '../../src/backoffice/moderation/contract.ts'
import { addCustomerNote } from '../../src/backoffice/notes/contract.ts'
import { sendMessage } from '../../src/live/messages/contract.ts'
import { addContacts } from '../../src/live/messages/service.ts'
import { appealDecision } from '../../src/people/contentReports/contract.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { readOrder } from '../../src/shop/orders/contract.ts'
import { listConversations, replyToConversation } from '../../src/shop/support/admin/contract.ts'
import { sendContactMessage } from '../../src/shop/support/contract.ts'
import { requestWithdrawal } from '../../src/shop/withdrawals/contract.ts'
import { withdrawals } from '../../src/shop/withdrawals/table.ts'
import { addReportedReview, newestCase } from './contentReports.ts'
import { addAddressFor, addProduct, completePayment } from './fixtures.ts'
import { addGiftCardProduct } from './giftCards.ts'
import type { TestShop, TestUser } from './shop.ts'
import { createGiftCard, readGiftCard } from '../../src/money/credit/admin/contract.ts'
import { answerWithdrawal, decideLines } from '../../src/shop/withdrawals/admin/contract.ts'

export interface Writers {
  shop: TestShop
  admin: TestUser
  member: TestUser
}

const PATIENCE = { timeout: 30_000, interval: 100 }
/** The texts that people write to each other and to the shop, each a word that is nowhere else. */
export const writtenTexts = {
  message: 'kanarie-aan-een-maker',
  giftUnpaid: 'kanarie-op-een-onbetaalde-bon',
  giftPaid: 'kanarie-op-een-betaalde-bon',
  giftGiven: 'kanarie-op-een-gegeven-bon',
  comments: 'kanarie-bij-een-bestelling',
  remark: 'kanarie-bij-een-herroeping',
  answer: 'kanarie-als-antwoord-daarop',
  note: 'kanarie-over-een-regel',
  question: 'kanarie-aan-de-klantenservice',
  reply: 'kanarie-van-de-klantenservice',
  noted: 'kanarie-in-een-notitie',
  report: 'kanarie-in-een-melding',
  reasons: 'kanarie-in-een-beslissing',
  appeal: 'kanarie-in-een-bezwaar',
}

/** The content of sent mails. */
export const sentMails = async (shop: TestShop): Promise<string> =>
  (await fetch(`${shop.origin}/dev/mails`)).text()

/** Has everybody write all of these texts, through the calls of the API, and their recipients read them. */
export async function writeEverything(writers: Writers): Promise<void> {
  const { admin } = writers
  await writeToEachOther(writers)
  await orderAndWithdraw(writers)
  await buyGiftCard(writers, writtenTexts.giftUnpaid, false)
  await buyGiftCard(writers, writtenTexts.giftPaid, true)
  const gift = {
    value: 1000,
    recipientEmail: 'noor@gloed.test',
    reason: 'test',
    message: writtenTexts.giftGiven,
  }
  const { body: card } = await admin.call(createGiftCard, gift)
  expect((await admin.call(readGiftCard, { cardId: card.id })).body.message).toBe(writtenTexts.giftGiven)
  await reportAndAppeal(writers)
}

async function buyGiftCard(
  { shop, admin, member }: Writers,
  message: string,
  isPaid: boolean,
): Promise<void> {
  const productId = await addGiftCardProduct(shop, admin)
  const delivery = { productId, recipientEmail: 'kim@gloed.test', message }
  const items = [{ productId, quantity: 1 }]
  const { status, body } = await member.call(checkout, { items, giftCardDeliveries: [delivery] })
  expect(status).toBe(201)
  if (isPaid) await member.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
}

async function orderAndWithdraw({ shop, admin, member }: Writers): Promise<void> {
  const { id: productId } = await addProduct(shop, { showCommentsField: true })
  const addressId = await addAddressFor(member)
  const items = [{ productId, quantity: 1 }]
  const { body } = await member.call(checkout, { items, addressId, comments: writtenTexts.comments })
  await member.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const { body: order } = await member.call(readOrder, { orderId: body.orderId })
  expect(order.comments).toBe(writtenTexts.comments)
  const [{ id: itemId } = { id: '' }] = order.items
  const said = { name: 'Sam', email: member.user.email, orderNumber: order.number, itemIds: [itemId] }
  expect((await member.call(requestWithdrawal, { ...said, remark: writtenTexts.remark })).status).toBe(202)
  const [made] = await shop.node.platform.db.select().from(withdrawals)
  const withdrawalId = made?.id
  const lines = [{ itemId, accepted: false, reason: 'OTHER', note: writtenTexts.note }]
  const decided = await admin.call(decideLines, { withdrawalId, lines })
  expect(decided.body).toMatchObject({ remark: writtenTexts.remark, lines: [{ note: writtenTexts.note }] })
  // Of an unknown order, so that it is answered as a whole.
  const unknown = { ...said, orderNumber: '2020-000001', itemIds: [] }
  expect((await member.call(requestWithdrawal, unknown)).status).toBe(202)
  const rows = await shop.node.platform.db.select().from(withdrawals)
  const open = rows.find(({ handledAt }) => handledAt === null)?.id
  const answer = { withdrawalId: open, accepted: false, answer: writtenTexts.answer }
  expect((await admin.call(answerWithdrawal, answer)).body).toMatchObject({ answer: writtenTexts.answer })
}

async function writeToEachOther({ shop, admin, member }: Writers): Promise<void> {
  const creator = await shop.newUser('MODEL')
  await shop.node.platform.db.transaction(tx => addContacts(tx, member.user.id, creator.user.id, new Date()))
  const said = { toUserId: creator.user.id, content: writtenTexts.message }
  expect((await member.call(sendMessage, said)).status).toBe(201)
  await member.call(sendContactMessage, { topic: 'OTHER', text: writtenTexts.question })
  const [conversation] = (await admin.call(listConversations)).body.items
  const reply = { conversationId: conversation?.id, version: 1, text: writtenTexts.reply }
  expect((await admin.call(replyToConversation, reply)).status).toBe(201)
  const note = { userId: member.user.id, text: writtenTexts.noted }
  expect((await admin.call(addCustomerNote, note)).status).toBe(201)
}

async function reportAndAppeal({ shop, admin }: Writers): Promise<void> {
  await addReportedReview(shop, writtenTexts.report)
  const { id: caseId, version } = await newestCase(shop, admin)
  const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: writtenTexts.reasons }
  const decision = { caseId, version, decision: 'REMOVE', ...statement }
  const { status, body } = await admin.call(decideContentCase, decision)
  expect(status).toBe(201)
  expect(body).toMatchObject({ decisions: [{ reasons: writtenTexts.reasons }] })
  await vi.waitFor(async () => expect(await sentMails(shop)).toContain(writtenTexts.reasons), PATIENCE)
  const links = [...(await sentMails(shop)).matchAll(/\/melding#token=([\w-]+)/g)].map(([, token]) => token)
  const appealed = await Promise.all(
    links.map(token => shop.newClient().call(appealDecision, { token, text: writtenTexts.appeal })),
  )
  expect(appealed.map(answer => answer.status)).toContain(201)
}
