import type { AccountRole } from '../../wire/roles.ts'

const password = 'gloed-demo-2026'

/** The accounts of the demo data; shown on the console and on `/auth`, and never created in production. */
export const demoAccounts: { email: string; password: string; role: AccountRole; displayName: string }[] = [
  { email: 'admin@gloed.test', password, role: 'ADMIN', displayName: 'Beheer' },
  { email: 'model@gloed.test', password, role: 'MODEL', displayName: 'Noor' },
  { email: 'klant@gloed.test', password, role: 'USER', displayName: 'Sam' },
]
