import { expect, test } from 'vitest'
import { importedNames, schemaOfStaticImport } from './browserContracts.ts'

const named = `import { login, type User, logout } from './contract.ts'`
const all = `import * as contract from '../accounts/admin.contract.ts'`

test('the values of an import are told from its types', () => {
  expect(importedNames(named, './contract.ts')).toEqual(['login', 'logout'])
  expect(importedNames(`import type { User } from './contract.ts'`, './contract.ts')).toEqual([])
  expect(importedNames(`${all}\ncall(contract.login, {})`, '../accounts/admin.contract.ts')).toEqual([
    'login',
  ])
})

test('the schema of an endpoint is read only from a dynamic import', () => {
  const form = (first: string, schema: string) => schemaOfStaticImport(`${first}\nschemaResolver(${schema})`)
  expect(form(named, 'login.input')).toBe('login.input')
  expect(form(all, 'contract.login.output')).toBe('login.output')
  expect(form(named, `async () => (await import('./contract.ts')).signIn.input`)).toBe(undefined)
  expect(form(named, 'load as z.output<typeof login.output>')).toBe(undefined)
  expect(form(all, 'call(contract.login, input)')).toBe(undefined)
  expect(form(`import type { login } from './contract.ts'`, 'login.input')).toBe(undefined)
})
