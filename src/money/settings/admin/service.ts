import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Settings } from '../../../wire/settings.ts'
import { Problem } from '../../../wire/problem.ts'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { flattenSettings } from '../rules.ts'
import { parseIban } from '../../payees/service.ts'
import { providerTexts } from '../../payments/providers/texts.rules.ts'
import type { PaymentChoices } from './contract.ts'
import { settings } from '../table.ts'
import { eq, sql } from 'drizzle-orm'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { type StoredSettingsRow, readStoredSettings } from '../service.ts'

/** Called in the transaction of a change; `app` passes it. */
export type OnSettingsSaved = (tx: Tx, before: Settings, after: Settings) => Promise<void>

/**
 * Saves all settings and informs all nodes. Without a change, nothing is written.
 * @param input.version the version that the form was opened with
 * @throws Problem INVALID_INPUT for a payment provider without an account, or a wrong IBAN; SETTINGS_CHANGED when another version was saved since
 */
export async function saveSettings(
  platform: Platform,
  by: string,
  { version, ...input }: Settings & { version: number },
  onSaved: OnSettingsSaved = () => Promise.resolve(),
): Promise<StoredSettingsRow> {
  const { db, bus, config, now, settings: cache } = platform
  assertAccounts(input.paymentProviders, config.paymentAccounts)
  if (input.payoutIban !== null) parseIban(input.payoutIban, 'payoutIban')
  const saved = await db.transaction(async tx => {
    const before = await readStoredSettings(tx, config.settings)
    if (before.version !== version) throw new Problem('SETTINGS_CHANGED')
    const details = diffForAudit(flattenSettings(before.settings), flattenSettings(input))
    if (Object.keys(details).length === 0) return before
    const next = { value: input, version: version + 1, changedAt: now() }
    // Of two simultaneous saves of the same version, the second updates no row.
    const [row] = await tx
      .insert(settings)
      .values(next)
      .onConflictDoUpdate({ target: settings.id, set: next, setWhere: eq(settings.version, version) })
      .returning({ isMine: sql<boolean>`true` })
    if (!row) throw new Problem('SETTINGS_CHANGED')
    await recordAuditEntry(tx, { by, action: 'SETTINGS_CHANGED', subjectId: 'shop', details })
    await onSaved(tx, before.settings, input)
    return { version: next.version, changedAt: next.changedAt, settings: input }
  })
  // This node uses the new settings from the next request; the others refresh by the bus.
  await cache.refresh()
  bus.publish('settings.changed', { version: saved.version })
  return saved
}

export const listPaymentChoices = ({ config }: Pick<Platform, 'config'>): PaymentChoices => ({
  accounts: config.paymentAccounts.map(id => ({ id, name: providerTexts[id]?.name ?? id })),
  defaults: config.paymentProvider,
})

/** @throws Problem INVALID_INPUT */
function assertAccounts(chosen: Settings['paymentProviders'], accounts: readonly string[]): void {
  const unknown = Object.entries(chosen).filter(([, name]) => !accounts.includes(name))
  if (unknown.length === 0) return
  const message = 'Bij deze betaaldienst heeft de winkel geen account.'
  const fields = Object.fromEntries(unknown.map(([use]) => [`paymentProviders.${use}`, message]))
  throw new Problem('INVALID_INPUT', { fields })
}
