import { eq, sql } from 'drizzle-orm'
import { peppolDocuments } from '../../money/invoices/peppol/table.ts'
import { findMinutePackages } from '../../money/minutes/packages.service.ts'
import { providerTexts } from '../../money/payments/providers/texts.rules.ts'
import type { PaymentProviders } from '../../money/payments/service.ts'
import { isRefusedBy, providerOf } from '../../money/payments/uses.service.ts'
import { PaymentUse } from '../../wire/paymentSettings.ts'
import type { ToyCloudGateway } from '../../live/toys/gateway.ts'
import { isToyProviderSimulated, runProviderTest } from '../../live/toys/admin/provider.service.ts'
import { consumeToken } from '../../people/accounts/token.service.ts'
import { users } from '../../people/accounts/table.ts'
import { passkeys, totpSecrets } from '../../people/security/table.ts'
import { countMissingSafetySql } from '../../shop/products/admin/safety/missing.service.ts'
import { isNewestBackupEncrypted } from '../backups/folder.service.ts'
import { listFutureBackups, newestBackupAt, readRehearsal } from '../backups/state.service.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRow } from '../../platform/db/sql.ts'
import { sign } from '../../platform/crypto/signature.ts'
import { isListedProduct } from '../../shop/products/catalog/service.ts'
import { productSafety } from '../../shop/products/safety/table.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { shippingRates, shippingZones } from '../../shop/shipping/table.ts'
import { type CheckResult, TEST_MAIL_PATH, testMail } from './contract.ts'
import { isPublicHost, probeReachability } from './reachability.service.ts'
import { type ChecklistFacts, judgeChecklist, type PaymentFacts } from './rules.ts'
import { confirmedMailServers } from './table.ts'

export interface ChecklistGateways {
  payments: PaymentProviders
  toys: ToyCloudGateway
}

/** Checks all that a shop needs before it opens, at the same time; each provider is asked once. */
export async function runChecklist(
  platform: Platform,
  { payments, toys }: ChecklistGateways,
): Promise<CheckResult[]> {
  const { config, settings } = platform
  const now = platform.now()
  const [stored, paymentFacts, toyTest, reachability, backup, isBackupEncrypted, rehearsal, futureBackups] =
    await Promise.all([
      findStoredFacts(platform),
      findPaymentFacts(platform, payments),
      runProviderTest(toys),
      probeReachability(platform),
      config.backupDir ? newestBackupAt(config.backupDir, now) : undefined,
      config.backupDir ? isNewestBackupEncrypted(config.backupDir, now) : null,
      config.backupDir ? readRehearsal(config.backupDir) : null,
      config.backupDir ? listFutureBackups(config.backupDir, now) : [],
    ])
  return judgeChecklist({
    now,
    settings: settings.current,
    ...stored,
    payments: paymentFacts,
    accessPoint: accessPointOf(config),
    hasMailServer: config.smtpUrl !== undefined,
    toys: {
      isSimulated: isToyProviderSimulated(config),
      hasToken: config.lovense.hasOwnToken,
      isOk: toyTest.isOk,
    },
    origin: platform.origin(),
    hasPublicHost: isPublicHost(platform.origin()),
    isHstsPreloaded: config.hstsPreload,
    reachability,
    newestBackupAt: backup,
    futureBackups,
    isBackupEncrypted,
    rehearsal,
  })
}

/** Each provider that takes a kind of purchase now, asked who it is. Minutes count only while there are some to buy. */
async function findPaymentFacts(platform: Platform, providers: PaymentProviders): Promise<PaymentFacts[]> {
  const { packages } = await findMinutePackages(platform.db)
  const sold = PaymentUse.options.filter(use => use !== 'MINUTES' || packages.some(({ active }) => active))
  const byProvider = Map.groupBy(sold, use => providerOf(platform, use))
  return Promise.all(
    [...byProvider].map(async ([id, uses]) => ({
      name: providerTexts[id]?.name ?? id,
      uses,
      refused: uses.filter(use => isRefusedBy(id, use)),
      account: await providers
        .find(id)
        ?.account?.()
        .catch(() => null),
    })),
  )
}

const accessPointOf = ({ storecove, isPeppolOff }: Platform['config']): ChecklistFacts['accessPoint'] => {
  if (storecove) return storecove.isSimulated ? 'SIMULATED' : 'LIVE'
  return isPeppolOff ? 'OFF' : null
}

type StoredFacts = Pick<
  ChecklistFacts,
  | 'productCount'
  | 'missingSafety'
  | 'electricCount'
  | 'shippingRateCount'
  | 'isMailConfirmed'
  | 'adminsWithoutSecondStep'
  | 'hasBelgianBusinesses'
  | 'unsentPeppolCount'
>

const findStoredFacts = (platform: Platform): Promise<StoredFacts> =>
  queryRow(
    platform.db,
    sql`
    select
      (select count(*)::int from ${products}
        where ${products.isActive} and ${products.stock} > ${products.reservedStock}) as "productCount",
      ${countMissingSafetySql} as "missingSafety",
      (select count(*)::int from ${productSafety} join ${products} on ${products.id} = ${productSafety.productId}
        where ${isListedProduct} and (${productSafety.radio} is not null or ${productSafety.battery} is not null)
      ) as "electricCount",
      (select count(*)::int from ${shippingRates}
        join ${shippingZones} on ${shippingZones.id} = ${shippingRates.zoneId}
        where ${shippingRates.isActive} and ${shippingZones.isActive}) as "shippingRateCount",
      exists (select from ${confirmedMailServers}
        where ${eq(confirmedMailServers.serverHash, hashMailServer(platform))}) as "isMailConfirmed",
      (select count(*)::int from ${users}
        where ${users.role} = 'ADMIN' and ${users.deleteAfter} is null
          and not exists (select from ${totpSecrets}
            where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedAt} is not null)
          and not exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})
      ) as "adminsWithoutSecondStep",
      exists (select from ${peppolDocuments}) as "hasBelgianBusinesses",
      (select count(*)::int from ${peppolDocuments} where ${peppolDocuments.status} = 'UNSENT') as "unsentPeppolCount"`,
  )

/** Changes with the mail server or the sender, so that a new one has to be tried again. */
const hashMailServer = ({ config: { smtpUrl = '', mailFrom }, keyFor }: Platform): string =>
  sign(keyFor('mail-server'), `${smtpUrl}\n${mailFrom}`)

/** Mails an admin a link that confirms that mail arrives. */
export const queueTestMail = ({ db, jobs, origin, settings }: Platform, userId: string): Promise<void> =>
  db.transaction(async tx => {
    const [admin] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!admin) return
    const { shopName } = settings.current
    await queueMail(tx, jobs, testMail, admin.email, {
      userId,
      url: `${origin()}${TEST_MAIL_PATH}`,
      shopName,
    })
  })

/** Notes that mail arrives with the mail server that is set now. @throws Problem TOKEN_INVALID */
export const confirmMailServer = (platform: Platform, token: string): Promise<void> =>
  platform.db.transaction(async tx => {
    await consumeToken(tx, token, 'TEST_MAIL', platform.now())
    const confirmed = { serverHash: hashMailServer(platform), confirmedAt: platform.now() }
    await tx
      .insert(confirmedMailServers)
      .values(confirmed)
      .onConflictDoUpdate({ target: confirmedMailServers.isOnly, set: confirmed })
  })
