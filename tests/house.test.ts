import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { inspect } from './house/inspect.ts'

const root = join(import.meta.dirname, '..')

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))

const isCode = (file: string) => /\.(tsx?|js)$/.test(file) || /^src\/[^/]+\/[^/]+$/.test(file)

test('the house is in order', () => {
  const files = ['src', 'simulators', 'tests', 'bin'].flatMap(filesIn).filter(isCode)
  expect(files).toContain('src/wire/endpoint.ts')
  expect(inspect(new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')])))).toEqual([])
})

const breachesOf = (files: Record<string, string>) => inspect(new Map(Object.entries(files)))

test.each([
  ['src/cart/utils.ts', '', '“utils” says nothing'],
  ['src/web/ui/dialogHelpers.ts', '', '“helpers” says nothing'],
  ['src/platform/types/money.ts', '', '“types” says nothing'],
  ['src/cart/index.ts', '', 'no barrels'],
  [
    'src/web/ui/all.ts',
    "export * from './button.tsx'\nexport { Card } from './card.tsx'",
    'other files’ exports',
  ],
  ['src/cart/model.ts', '', 'no name of a file in a slice'],
  ['src/cart/cartDrawer.tsx', '', 'no name of a file in a slice'],
  ['src/cart/notes.md', '', 'no name of a file in a slice'],
  ['src/cart/parts/Line.tsx', '', 'a slice has no folders'],
  ['src/start.ts', '', 'src holds slices'],
  ['src/cart/service.ts', 'x\n'.repeat(301), '301 lines'],
])('refuses the file %s', (file, text, reason) => {
  const breaches = breachesOf({ [file]: text })
  expect(breaches.join('\n')).toContain(reason)
  expect(breaches.join('\n')).toContain(file)
})

test.each([
  ['src/cart/contract.ts', './rules.ts', 'contract may not import rules'],
  ['src/cart/rules.ts', './service.ts', 'a rule gets the facts as arguments'],
  ['src/cart/rules.ts', 'node:fs', 'it must run on both sides'],
  ['src/cart/table.ts', './rules.ts', 'table may not import rules'],
  ['src/cart/service.ts', './hooks.ts', 'runs only in the browser'],
  ['src/cart/service.ts', 'react', 'runs only in the browser'],
  ['src/cart/service.ts', '../../simulators/mollie/app.ts', 'by a base URL only'],
  ['src/payments/gateway.ts', './table.ts', 'SQL belongs in service.ts'],
  ['src/cart/routes.ts', './table.ts', 'SQL belongs in service.ts'],
  ['src/cart/routes.ts', '../orders/routes.ts', 'only src/app.ts mounts routes'],
  ['src/cart/jobs.ts', './table.ts', 'SQL belongs in service.ts'],
  ['src/cart/hooks.ts', './service.ts', 'the browser calls an endpoint'],
  ['src/cart/CartDrawer.tsx', '../platform/db.ts', 'runs only on the server'],
  ['src/cart/CartDrawer.tsx', 'drizzle-orm', 'call an endpoint'],
  ['src/cart/CartDrawer.tsx', '../pages/Home.tsx', 'only the router composes pages'],
  ['src/cart/mails.ts', '../web/format.ts', 'runs only in the browser'],
  ['src/wire/money.ts', '../cart/contract.ts', 'wire may not import contract'],
  ['src/wire/money.ts', 'fastify', 'it must run on both sides'],
  ['src/platform/session.ts', '../accounts/table.ts', 'platform may not import table'],
  ['src/platform/http.ts', '../web/call.ts', 'runs only in the browser'],
  ['src/web/call.ts', '../platform/http.ts', 'runs only on the server'],
  ['src/platform/http.ts', '../orders/contract.ts', 'platform may not import contract'],
  ['src/web/call.ts', '../cart/hooks.ts', 'web may not import hooks'],
  ['src/pages/Home.tsx', '../catalog/service.ts', 'the browser calls an endpoint'],
  ['src/server.ts', './cart/routes.ts', 'only src/app.ts mounts routes'],
  ['src/app.ts', './web/router.tsx', 'link by path'],
  ['src/app.ts', '../simulators/mollie/routes.ts', 'src/node.ts mounts simulators'],
  ['src/orders/service.ts', './mails.ts', 'send the template'],
  ['src/cart/cart.test.ts', './routes.ts', 'only src/app.ts mounts routes'],
  ['simulators/mollie/app.ts', '../lovense/app.ts', 'simulator may not import simulator'],
  ['simulators/mollie/app.ts', '../../src/payments/gateway.ts', 'simulator may not import gateway'],
])('refuses that %s imports %s', (file, target, reason) => {
  for (const text of [
    `import { a } from '${target}'`,
    `import type { A } from '${target}'`,
    `export { a } from '${target}'; export const b = 1`,
    `export const load = () => import('${target}')`,
    `export type A = import('${target}').A`,
  ]) {
    expect(breachesOf({ [file]: `// first line\n${text}` })).toEqual([expect.stringContaining(reason)])
    expect(breachesOf({ [file]: `// first line\n${text}` })[0]).toContain(`${file}:2`)
  }
})

test.each([
  ['src/cart/contract.ts', "import { z } from 'zod'\nimport { cents } from '../wire/fields.ts'"],
  ['src/accounts/password.service.ts', "import { scrypt } from 'node:crypto'\nimport './service.ts'"],
  ['src/checkout/service.ts', "import '../orders/service.ts'\nimport '../payments/gateway.ts'"],
  ['src/orders/table.ts', "import '../accounts/table.ts'\nimport '../platform/columns.ts'"],
  ['src/platform/session.ts', "import type { Role } from '../accounts/contract.ts'"],
  [
    'src/cart/CartDrawer.tsx',
    "import './hooks.ts'\nimport '../catalog/ProductPicture.tsx'\nimport 'lucide-react'",
  ],
  ['src/web/render.tsx', "import './router.tsx'\nimport 'node:stream'\nimport 'react-dom/server'"],
  ['src/app.ts', "import './cart/routes.ts'\nimport './cart/service.ts'"],
  ['src/node.ts', "import './app.ts'\nimport './mails.ts'\nimport '../simulators/mollie/routes.ts'"],
  ['src/mails.ts', "import './orders/mails.ts'"],
  [
    'src/toys/routes.ts',
    "import type { ToyGateway } from './gateway.ts'\nimport { type Other } from './gateway.ts'",
  ],
  ['src/cart/cart.test.ts', "import '../app.ts'\nimport './table.ts'\nimport '../../tests/support/shop.ts'"],
  ['src/cart/stock.servers.test.ts', "import './service.ts'"],
  ['simulators/mollie/app.ts', "import '../lifetime.ts'\nimport type { Db } from '../../src/platform/db.ts'"],
  [
    'src/cart/rules.ts',
    "// import { db } from '../platform/db.ts'\nexport const text = \"import '../platform/db.ts'\"",
  ],
])('lets %s be', (file, text) => {
  expect(breachesOf({ [file]: text })).toEqual([])
})

test('refuses a circle between slices, of types as well, and tells it once', () => {
  const breaches = breachesOf({
    'src/cart/service.ts': "import { hold } from '../catalog/service.ts'",
    'src/catalog/service.ts': "import type { Order } from '../orders/contract.ts'",
    'src/orders/Lines.tsx': "\nimport { Cart } from '../cart/Cart.tsx'",
    'src/payments/service.ts': "import '../orders/service.ts'",
  })
  expect(breaches).toEqual([
    expect.stringContaining(
      'cart → catalog (src/cart/service.ts:1), catalog → orders (src/catalog/service.ts:1), orders → cart (src/orders/Lines.tsx:2)',
    ),
  ])
})

test('routes may name the type of what they hand on, and not use it', () => {
  expect(breachesOf({ 'src/toys/routes.ts': "import { type Toys, find } from './gateway.ts'" })).toHaveLength(
    1,
  )
  expect(breachesOf({ 'src/toys/routes.ts': "import './gateway.ts'" })).toHaveLength(1)
})

test('a test may look at a slice above its own', () => {
  expect(
    breachesOf({
      'src/cart/service.ts': "import '../catalog/service.ts'",
      'src/catalog/catalog.test.ts': "import '../cart/service.ts'",
    }),
  ).toEqual([])
})
