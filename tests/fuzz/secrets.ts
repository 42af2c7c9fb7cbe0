import { accountNames, emailOf, secretOf, type AccountName } from './accounts.ts'
import { isMember, type Caller } from './requests.ts'
import type { Round } from './round.ts'

/** Tables whose rows are one person's, with their ids: nobody else may learn of them. The address of a guest has the guest's id. */
const owned = `
  select user_id as owner, id::text from orders
  union all select o.user_id, i.id::text from order_items i join orders o on o.id = i.order_id
  union all select user_id, id::text from addresses where id <> user_id
  union all select user_id, id::text from support_conversations
  union all select user_id, id::text from payments
  union all select user_id, provider_id from payments where provider_id is not null
  union all select user_id, id::text from invoices
  union all select user_id, id::text from notifications
  union all select user_id, id::text from passkeys
  union all select user_id, id::text from login_sessions
  union all select user_id, token_hash from login_sessions
  union all select user_id, id::text from minute_purchases
  union all select user_id, id::text from minute_entries
  union all select user_id, id::text from cart_items
  union all select user_id, id::text from wishlist_items
  union all select d.user_id, c.code from digital_codes c join digital_deliveries d on d.order_item_id = c.order_item_id
  union all select null, code from digital_codes where order_item_id is null
  union all select null, id::text from internal_notes
  union all select null, id::text from audit_entries
  union all select id, guest_email from users where guest_email is not null
  union all select id, password from users where role <> 'GUEST'`

/** The texts that each account wrote or received. */
const texts = [
  'Voornaam',
  'Achternaam',
  'Straat',
  'Opmerking',
  'Vraag',
  'Passkey',
  'sleutel',
  'Melding',
  'Bericht',
  'Filter',
]

interface Secret {
  /** In lower case. */
  text: string
  /** The ids of its owners. */
  owners: (string | null)[]
  /** The only operation that says it to them; all when it is left out. */
  only?: string
}

/** The notes of admins about a customer are in the copy of all data that the law grants them, and nowhere else. */
const noteAbout = (name: AccountName, id: string): Secret => ({
  text: secretOf(name, 'Notitie'),
  owners: [id],
  only: 'GET /api/account/export',
})

async function readSecrets(round: Round): Promise<Secret[]> {
  const rows = (await round.select(owned)) as { owner: string | null; id: string }[]
  const written = accountNames.flatMap((name): Secret[] => {
    const { id } = round.accounts[name]
    const ownersOf = (what: string) => (what === 'Bericht' ? [id, round.accounts.creator2.id] : [id])
    return [
      { text: emailOf(name), owners: [id] },
      noteAbout(name, id),
      ...texts.map(what => ({ text: secretOf(name, what), owners: ownersOf(what) })),
    ]
  })
  const ids = rows.map(({ owner, id }) => ({ text: id, owners: [owner] }))
  return [...written, ...ids].map(secret => ({ ...secret, text: secret.text.toLowerCase() }))
}

/** The secrets that a caller may not be told by an operation. An admin may be told everything. */
export async function openSecrets(round: Round) {
  const all = await readSecrets(round)
  return {
    /** @param owner of the secret that the request proves to have, such as a mailed link */
    hiddenFrom(caller: Caller, key: string, owner?: string | null): string[] {
      if (caller === 'admin') return []
      const known = new Set([round.idOf(caller), owner ?? undefined])
      const isHidden = ({ owners, only }: Secret) =>
        !owners.some(id => id !== null && known.has(id)) || (only !== undefined && only !== key)
      return all.filter(isHidden).map(({ text }) => text)
    },
    ofCaller: (caller: Caller): string[] =>
      isMember(caller) ? [emailOf(caller), secretOf(caller, 'Achternaam').toLowerCase()] : [],
  }
}
