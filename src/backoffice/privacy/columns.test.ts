import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { userReferenceColumns } from '../../../tests/support/personalDataTraces.ts'
import type { Database } from '../../platform/db.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

it('lists every column that refers to a user; add a new one here and to the erasure', async () => {
  expect(await userReferenceColumns(database.db)).toEqual([
    'account_tokens.user_id',
    'addresses.user_id',
    'admin_notification_preferences.user_id',
    'analytics.user_id',
    'audit_entries.actor_id',
    'back_in_stock_requests.user_id',
    'bulk_edits.actor_id',
    'cart_changes.user_id',
    'cart_items.user_id',
    'contacts.other_id',
    'contacts.user_id',
    'content_versions.actor_id',
    'credit_accounts.user_id',
    'credit_entries.by_user_id',
    'data_exports.user_id',
    'digital_deliveries.user_id',
    'gifts.owner_id',
    'idempotency_keys.user_id',
    'internal_notes.author_id',
    'internal_notes.customer_id',
    'invoices.user_id',
    'login_sessions.user_id',
    'messages.from_user_id',
    'messages.to_user_id',
    'minute_debts.user_id',
    'minute_entries.user_id',
    'minute_purchases.user_id',
    'notifications.user_id',
    'orders.user_id',
    'passkey_challenges.user_id',
    'passkeys.user_id',
    'payments.user_id',
    'pending_logins.user_id',
    'price_entries.actor_id',
    'product_sales.actor_id',
    'promotion_uses.user_id',
    'push_subscriptions.user_id',
    'recovery_codes.user_id',
    'refund_mendings.user_id',
    'reviews.user_id',
    'saved_filters.user_id',
    'sessions.user_id',
    'stock_entries.actor_id',
    'stop_links.creator_id',
    'support_conversations.user_id',
    'support_messages.author_id',
    'terms_acceptances.user_id',
    'totp_secrets.user_id',
    'toy_blocks.creator_id',
    'toy_blocks.user_id',
    'toy_control_sessions.user_id',
    'toy_links.user_id',
    'toy_queue.user_id',
    'toys.owner_id',
    'wishlist_items.user_id',
    'wishlist_purchases.buyer_id',
  ])
})
