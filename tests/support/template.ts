import { makeTemplate } from './database.ts'

/** Vitest's global set-up: the database that every test file loads. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await makeTemplate()
  process.env['GLOED_TEST_TEMPLATE'] = template.file
  return template.remove
}
