import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkDemoApp } from '../../../simulators/lovense/service.ts'
import { composeSignature } from '../../live/agreements/service.ts'
import { creatorAgreements } from '../../live/agreements/table.ts'
import { applicationFile } from '../../live/applications/service.ts'
import { creatorApplications } from '../../live/applications/table.ts'
import { creators } from '../../live/creators/table.ts'
import { messageContent } from '../../live/messages/service.ts'
import { messages } from '../../live/messages/table.ts'
import { endOfValidity } from '../../money/credit/giftCards/day.rules.ts'
import { giftCardCodeText } from '../../money/credit/giftCards/service.ts'
import { digestOf } from '../../money/credit/spend.service.ts'
import { creditAccounts, creditEntries } from '../../money/credit/table.ts'
import { hashPassword } from '../../people/accounts/passwords/passwordHash.service.ts'
import { reportContentText } from '../../people/contentReports/content.service.ts'
import { contentReports } from '../../people/contentReports/table.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { newPrivateFileKey } from '../../platform/files/privateFiles.ts'
import { programFolder } from '../../platform/files/programFolder.ts'
import { digitalFiles } from '../../shop/downloads/table.ts'
import { supportMessageText } from '../../shop/support/messageText.service.ts'
import { supportMessages } from '../../shop/support/table.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { demoAccounts } from './accounts.ts'
import { bookDemoEarnings } from './earnings.ts'
import { named } from './history.ts'
import { buildDemoShop, type DemoShop } from './shop.ts'

/** The code of the demo's gift card, which the README names: the same in each demo, and in no production. */
export const DEMO_GIFT_CARD_CODE = 'DEM0B0N25EVR0005'
const CARD_CENTS = 5000
const GRANTED_CENTS = 1500

/** The demo shop with its past, its files and its visitors. */
export async function insertDemo(tx: Tx, platform: Platform, isSmall: boolean): Promise<void> {
  const { settings, origin, dataCipher } = platform
  const now = platform.now()
  const passwordHash = await hashPassword(demoAccounts[0]?.password ?? '')
  const shop = buildDemoShop({ now, settings: settings.current, origin: origin(), passwordHash }, isSmall)
  const { rows, app } = shop
  const encrypt = async <Name extends string>(
    field: EncryptedField<Name>,
    encrypted: ({ id?: string | undefined } & Partial<Record<Name, string | undefined>>)[],
  ) => {
    for (const row of encrypted) {
      const { id = '', [field.name]: text = '' } = row
      Object.assign(row, await dataCipher.encrypt(tx, field, id, text))
    }
  }
  await encrypt(messageContent, rows.of(messages))
  await encrypt(supportMessageText, rows.of(supportMessages))
  await encrypt(reportContentText, rows.of(contentReports))
  await addFiles(shop, platform)
  await addCredit(shop, id => dataCipher.encrypt(tx, giftCardCodeText, id, DEMO_GIFT_CARD_CODE))
  await addIdentity(shop, id =>
    dataCipher.encrypt(tx, applicationFile, id, JSON.stringify({ document: identity })),
  )
  await rows.insert(tx)
  await bookDemoEarnings(tx, platform, shop)
  for (const { userId, acceptedAt } of rows.of(creators))
    await tx.insert(creatorAgreements).values(await composeSignature(platform, userId, acceptedAt ?? now))
  const appToys = app.toys.map(({ id, model, name }) => ({ id, name: model, nickName: name }))
  await linkDemoApp(tx, { ...app, toys: appToys }, now)
}

const identity = { legalName: 'Noor van Dam', country: 'NL' }

/** The accepted application of the creator with a demo account, so that she can be paid. */
async function addIdentity(
  { rows, newId, creatorId, openedAt }: DemoShop,
  encryptFile: (id: string) => Promise<object>,
): Promise<void> {
  const id = newId(openedAt)
  const times = { createdAt: openedAt, sentAt: openedAt, verifiedAt: openedAt, decidedAt: openedAt }
  const accepted = { ...(await encryptFile(id)), id, userId: creatorId, ...times }
  rows.add(creatorApplications, { ...accepted, state: 'ACCEPTED', verifier: 'HAND' })
}

/** The files of the downloads, stored as an admin's upload is. */
async function addFiles({ add, catalogue }: DemoShop, { files }: Platform): Promise<void> {
  const folder = join(programFolder, 'src/app/demo/files')
  // A release has none of these, and no pictures either.
  for (const slug of existsSync(folder) ? await readdir(folder) : []) {
    const { id: productId, row } = named(catalogue, slug)
    for (const name of (await readdir(join(folder, slug))).sort()) {
      const content = await readFile(join(folder, slug, name))
      const storageKey = newPrivateFileKey()
      await files.put(storageKey, content)
      const bytes = content.length
      const file = { productId, name, bytes, received: bytes, storageKey, readyAt: row.createdAt }
      add(digitalFiles, row.createdAt, file)
    }
  }
}

/** A gift card that can be tried, and store credit that an admin gave. */
async function addCredit(
  { rows, newId, now, settings, adminId: byUserId, sam }: DemoShop,
  encryptCode: (id: string) => Promise<object>,
): Promise<void> {
  const card = newId(now)
  rows.add(creditAccounts, {
    ...(await encryptCode(card)),
    id: card,
    kind: 'GIFT_CARD',
    initialCents: CARD_CENTS,
    codeDigest: digestOf(DEMO_GIFT_CARD_CODE),
    lastFour: DEMO_GIFT_CARD_CODE.slice(-4),
    recipientEmail: sam.email,
    recipientName: sam.displayName,
    deliverOn: toBrusselsDay(now),
    deliveredAt: now,
    expiresAt: endOfValidity(now, settings.giftCardMonths),
    createdAt: now,
  })
  const credit = newId(now)
  rows.add(creditAccounts, { id: credit, kind: 'STORE_CREDIT', userId: sam.id })
  const issued = { kind: 'ISSUE' as const, reason: 'Om te proberen', byUserId }
  rows.add(creditEntries, { id: newId(now), accountId: card, cents: CARD_CENTS, ...issued })
  const granted = { kind: 'GRANT' as const, reason: 'Voor de vertraging van je pakket', byUserId }
  rows.add(creditEntries, { id: newId(now), accountId: credit, cents: GRANTED_CENTS, ...granted })
}
