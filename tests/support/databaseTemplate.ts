import { LATER_SCHEMA, makeTemplate } from './database.ts'

/** Vitest's global set-up: creates the database that every test file loads. */
export default async function setup(): Promise<void> {
  if (!process.env[LATER_SCHEMA]) process.env['GLOED_TEST_TEMPLATE'] = await makeTemplate()
}
