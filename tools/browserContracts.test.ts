import { expect, test } from 'vitest'
import { schemaOfStaticImport } from './browserContracts.ts'

test('the schema of an endpoint is read only from a dynamic import', () => {
  const form = (first: string, schema: string) => `${first}\nconst resolver = schemaResolver(${schema})`
  const named = `import { login, type User } from './contract.ts'`
  const all = `import * as contract from '../accounts/admin.contract.ts'`
  expect(schemaOfStaticImport(form(named, 'login.input'))).toBe('login.input')
  expect(schemaOfStaticImport(form(all, 'contract.login.output'))).toBe('contract.login.output')
  expect(schemaOfStaticImport(form(named, `async () => (await import('./contract.ts')).login.path`))).toBe(
    undefined,
  )
  expect(schemaOfStaticImport(form(all, 'call(contract.login, input)'))).toBe(undefined)
  expect(schemaOfStaticImport(form(`import type { login } from './contract.ts'`, 'login.input'))).toBe(
    undefined,
  )
})
