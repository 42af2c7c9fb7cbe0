import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailedToken } from '../../../tests/support/devMails.ts'
import { tracesInTables } from '../../../tests/support/personalDataTraces.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { simulatorCodes } from '../../../simulators/lovense/table.ts'
import { pairAsCreator } from '../../live/toys/contract.ts'
import { forgotPassword, register } from '../../people/accounts/contract.ts'
import { beginTotpSetup, confirmTotp } from '../../people/security/contract.ts'
import { issueSetupLink } from '../../people/admins/service.ts'
import { listConversations, replyToConversation } from '../../shop/support/admin/contract.ts'
import { sendContactMessage } from '../../shop/support/contract.ts'
import { THREAD_PATH } from '../../shop/support/service.ts'
import { addCustomerNote } from '../notes/contract.ts'
import { readExportState, requestExport } from '../privacy/contract.ts'

const password = 'Geheim-wachtwoord-van-Noor-1'
const texts = {
  question: 'Waar blijft mijn zegelring',
  answer: 'Uw zegelring ligt klaar',
  noted: 'Verzamelt zegelringen',
}
const PATIENT = { timeout: 120_000 }

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const mailed = (email: string, page: string) =>
  vi.waitFor(
    async () => {
      const token = await mailedToken(shop.origin, email, page)
      expect(token, page).not.toBeNull()
      return token as string
    },
    { timeout: 60_000, interval: 50 },
  )

/** The values of all cookies that a browser has. */
const cookieValues = (cookie: string): string[] => cookie.split('; ').map(pair => pair.split('=')[1] ?? '')

it('the database contains no secret and no message of a shop in use', PATIENT, async () => {
  const setupLink = await issueSetupLink(shop.node.platform)
  const email = 'noor@gloed.test'
  const customer = shop.newClient()
  const person = { email, password, displayName: 'Noor', firstName: 'Noor', lastName: 'Bos' }
  const { body: user } = await customer.call(register, { ...person, dateOfBirth: '1990-01-01' })
  await customer.call(forgotPassword, { email })
  const { body: totp } = await customer.call(beginTotpSetup, { password })
  const code = new TOTP({ secret: totp.secret }).generate()
  const { body: confirmed } = await customer.call(confirmTotp, { code })
  expect(confirmed.recoveryCodes.length).toBeGreaterThan(0)

  const admin = await shop.newUser('ADMIN')
  await customer.call(sendContactMessage, { topic: 'ORDER', text: texts.question })
  const [conversation] = (await admin.call(listConversations)).body.items
  const reply = { conversationId: conversation?.id, version: 1, text: texts.answer }
  expect((await admin.call(replyToConversation, reply)).status).toBe(201)
  expect((await admin.call(addCustomerNote, { userId: user.id, text: texts.noted })).status).toBe(201)
  await customer.call(requestExport)
  const isReady = async () => expect((await customer.call(readExportState)).body.state).toBe('READY')
  await vi.waitFor(isReady, { timeout: 60_000, interval: 50 })
  const creator = await shop.newUser('MODEL')
  expect((await creator.call(pairAsCreator)).status).toBe(200)
  const { db } = shop.node.platform
  const [paired] = await db.delete(simulatorCodes).returning()

  const secrets = [
    password,
    totp.secret,
    ...confirmed.recoveryCodes.flatMap(each => [each, each.replaceAll('-', '')]),
    ...cookieValues(customer.cookie()),
    ...cookieValues(admin.cookie()),
    setupLink?.split('token=')[1] as string,
    paired?.utoken as string,
    await mailed(email, '/verify-email'),
    await mailed(email, '/reset-password'),
    await mailed(email, '/export'),
    await mailed(email, THREAD_PATH),
    ...Object.values(texts),
  ].map(secret => secret.trim())
  for (const secret of secrets) expect(secret.length, secret).toBeGreaterThan(9)
  expect(await tracesInTables(db, secrets)).toEqual([])
  expect(await tracesInTables(db, [email]), 'the search finds what there is').not.toEqual([])
})
