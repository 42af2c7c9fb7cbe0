/** A statement that gives every user this balance of minutes, by a correction in the ledger. */
export const setMinutes = (minutes: number): string =>
  `insert into minute_entries (id, user_id, kind, minutes)
   select gen_random_uuid(), id, 'ADJUSTMENT', ${minutes} - minutes_balance from users where minutes_balance <> ${minutes}`
