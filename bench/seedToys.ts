import pg from 'pg'

/** Connection strings. */
interface Databases {
  shop: string
  /** Of the provider's simulator. */
  provider: string
}

/**
 * Toys of a creator, online for an hour, that the provider has too; and every customer gets minutes. The creator's account at the
 * provider, and its toys, are called after `name`.
 * @returns the ids of the toys
 */
export async function seedToys(
  { shop, provider }: Databases,
  { ownerId, name, count }: { ownerId: string; name: string; count: number },
): Promise<string[]> {
  const toyIds = Array.from({ length: count }, (_, at) => `${name}-${at}`)
  await runAll(shop, [
    [
      `insert into minute_entries (id, user_id, kind, minutes) select gen_random_uuid(), id, 'ADJUSTMENT', 1000 from users`,
      [],
    ],
    [`insert into toy_links (user_id, uid, utoken) values ($1, $2, 't')`, [ownerId, name]],
    [
      `insert into toys (id, name, model, owner_id, status, last_active, is_active, on_air_until)
       select id, id, 'lush', $1, 'ONLINE', now() + interval '1 hour', true, now() + interval '1 day' from unnest($2::text[]) id`,
      [ownerId, toyIds],
    ],
  ])
  await runAll(provider, [
    [
      `insert into simulator_apps (uid, utoken, linked_at, heartbeat_due_at) values ($1, 't', now(), now() + interval '1 day')`,
      [name],
    ],
    [
      `insert into simulator_toys (id, uid, position, name) select id, $2, at, 'lush'
       from unnest($1::text[]) with ordinality as toy(id, at)`,
      [toyIds, name],
    ],
  ])
  return toyIds
}

async function runAll(connectionString: string, statements: [string, unknown[]][]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const [text, values] of statements) await client.query(text, values)
  } finally {
    await client.end()
  }
}
