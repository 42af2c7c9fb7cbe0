import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { hasClauseForNoun, opensWithPronoun, readComments } from './house/comments.ts'
import { inspect } from './house/inspect.ts'
import { FILES_IN_FOLDER, MOST_CLAUSES_FOR_NOUNS } from './house/rules.ts'

const root = join(import.meta.dirname, '..')

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))

const isCode = (file: string) =>
  /\.(tsx?|js)$/.test(file) ||
  (file.startsWith('src/') && !/^src\/(ui\/|app\/demo\/(content|files|pictures)\/)|\.bin$/.test(file))

test('the source files follow the rules of the house', () => {
  const files = ['src', 'simulators', 'tests', 'bin'].flatMap(filesIn).filter(isCode)
  expect(files).toContain('src/wire/endpoint.ts')
  expect(inspect(new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')])))).toEqual([])
})

const breachesOf = (files: Record<string, string>) => inspect(new Map(Object.entries(files)))

test.each([
  ['src/shop/cart/utils.ts', '', '“utils” says nothing'],
  ['src/ui/parts/dialogHelpers.ts', '', '“helpers” says nothing'],
  ['src/platform/types/money.ts', '', '“types” says nothing'],
  ['src/shop/cart/index.ts', '', 'no barrels'],
  [
    'src/ui/parts/all.ts',
    "export * from './button.tsx'\nexport { Card } from './card.tsx'",
    'other files’ exports',
  ],
  ['src/shop/cart/model.ts', '', 'no name of a file in a slice'],
  ['src/shop/cart/cartDrawer.tsx', '', 'no name of a file in a slice'],
  ['src/shop/cart/notes.md', '', 'no name of a file in a slice'],
  ['src/shop/cart/parts/CartLine.tsx', '', 'a slice of at most 25 files has no folders'],
  ['src/live/sessions/engine/deep/rules.ts', '', 'a folder in a slice has no folders'],
  ['src/start.ts', '', 'src holds districts and nothing else'],
  ['src/cart/service.ts', '', 'src holds districts and nothing else'],
  ['src/shop/service.ts', '', 'a district holds slices'],
  ['src/app/start.ts', '', 'a district holds slices'],
  ['src/shop/cart/service.ts', 'x\n'.repeat(401), '401 lines'],
])('refuses the file %s', (file, text, reason) => {
  const breaches = breachesOf({ [file]: text })
  expect(breaches.join('\n')).toContain(reason)
  expect(breaches.join('\n')).toContain(file)
})

test('a slice of more than 25 files may have folders', () => {
  const parts = Array.from({ length: 25 }, (_, index) => [`src/live/sessions/ui/Part${index}.tsx`, ''])
  const files = Object.fromEntries([...parts, ['src/live/sessions/service.ts', '']])
  expect(breachesOf(files)).toEqual([])
})

/** Every form of import. */
const importsOf = (target: string) => [
  `import { a } from '${target}'`,
  `import type { A } from '${target}'`,
  `export { a } from '${target}'; export const b = 1`,
  `export const load = () => import('${target}')`,
  `export type A = import('${target}').A`,
]

test.each([
  ['src/shop/cart/contract.ts', './rules.ts', 'contract may not import rules'],
  ['src/shop/cart/rules.ts', './service.ts', 'a rule gets the facts as arguments'],
  ['src/shop/cart/rules.ts', 'node:fs', 'it must run on both sides'],
  ['src/shop/cart/table.ts', './rules.ts', 'table may not import rules'],
  ['src/shop/cart/service.ts', './hooks.ts', 'runs only in the browser'],
  ['src/shop/cart/service.ts', 'react', 'runs only in the browser'],
  ['src/shop/cart/service.ts', '../../../simulators/mollie/app.ts', 'by a base URL only'],
  ['src/money/payments/provider.gateway.ts', './table.ts', 'SQL belongs in service.ts'],
  ['src/shop/cart/routes.ts', './table.ts', 'SQL belongs in service.ts'],
  ['src/shop/cart/routes.ts', '../orders/routes.ts', 'only src/app/api.ts mounts routes'],
  ['src/shop/cart/jobs.ts', './table.ts', 'SQL belongs in service.ts'],
  ['src/shop/cart/hooks.ts', './service.ts', 'the browser calls an endpoint'],
  ['src/shop/cart/CartDrawer.tsx', '../../platform/db.ts', 'runs only on the server'],
  ['src/shop/cart/CartDrawer.tsx', 'drizzle-orm', 'call an endpoint'],
  ['src/shop/cart/CartDrawer.tsx', '../../app/pages/HomePage.tsx', 'only the router composes pages'],
  ['src/shop/cart/CartDrawer.tsx', '../../app/router.tsx', 'link by path'],
  ['src/shop/cart/mails.ts', '../../ui/format.ts', 'runs only in the browser'],
  ['src/wire/money.ts', '../shop/cart/contract.ts', 'wire may not import contract'],
  ['src/wire/money.ts', 'fastify', 'it must run on both sides'],
  ['src/platform/session.ts', '../people/accounts/table.ts', 'platform may not import table'],
  ['src/platform/http.ts', '../ui/call.ts', 'runs only in the browser'],
  ['src/ui/call.ts', '../platform/http.ts', 'runs only on the server'],
  ['src/platform/http.ts', '../shop/orders/contract.ts', 'platform may not import contract'],
  ['src/ui/call.ts', '../shop/cart/hooks.ts', 'ui may not import hooks'],
  ['src/app/pages/HomePage.tsx', '../../shop/catalog/service.ts', 'the browser calls an endpoint'],
  ['src/app/server.ts', '../shop/cart/routes.ts', 'only src/app/api.ts mounts routes'],
  ['src/app/api.ts', './router.tsx', 'link by path'],
  ['src/app/api.ts', '../../simulators/mollie/routes.ts', 'src/app/node.ts mounts simulators'],
  ['src/shop/orders/service.ts', './mails.ts', 'send the template'],
  ['src/shop/cart/cart.test.ts', './routes.ts', 'only src/app/api.ts mounts routes'],
  ['simulators/mollie/app.ts', '../lovense/app.ts', 'simulator may not import simulator'],
  [
    'simulators/mollie/app.ts',
    '../../src/money/payments/provider.gateway.ts',
    'simulator may not import gateway',
  ],
])('refuses that %s imports %s', (file, target, reason) => {
  for (const text of importsOf(target)) {
    expect(breachesOf({ [file]: `// first line\n${text}` })).toEqual([expect.stringContaining(reason)])
    expect(breachesOf({ [file]: `// first line\n${text}` })[0]).toContain(`${file}:2`)
  }
})

test.each([
  ['src/people/accounts/service.ts', '../../money/minutes/service.ts', 'people may not import money'],
  ['src/money/payments/service.ts', '../../live/gifts/service.ts', 'money may not import live'],
  ['src/live/gifts/GiftCard.tsx', '../../shop/catalog/ProductCard.tsx', 'live may not import shop'],
  ['src/shop/orders/hooks.ts', '../../backoffice/fulfilment/hooks.ts', 'shop may not import backoffice'],
  ['src/backoffice/privacy/service.ts', '../../app/profile/service.ts', 'backoffice may not import app'],
])('refuses that %s imports %s, from a district below it', (file, target, reason) => {
  for (const text of importsOf(target)) {
    expect(breachesOf({ [file]: text })).toEqual([expect.stringContaining(reason)])
  }
})

test.each([
  ['src/shop/cart/contract.ts', "import { z } from 'zod'\nimport { cents } from '../../wire/fields.ts'"],
  [
    'src/people/accounts/passwordHash.service.ts',
    "import { scrypt } from 'node:crypto'\nimport './service.ts'",
  ],
  ['src/shop/checkout/service.ts', "import '../orders/service.ts'\nimport '../../money/payments/gateway.ts'"],
  [
    'src/shop/orders/table.ts',
    "import '../../people/accounts/table.ts'\nimport '../../platform/db/columns.ts'",
  ],
  ['src/platform/http/session.ts', "import type { Role } from '../../wire/roles.ts'"],
  [
    'src/shop/cart/CartDrawer.tsx',
    "import './hooks.ts'\nimport '../catalog/ProductPicture.tsx'\nimport 'lucide-react'",
  ],
  ['src/app/render.tsx', "import './router.tsx'\nimport 'node:stream'\nimport 'react-dom/server'"],
  ['src/app/api.ts', "import '../shop/cart/routes.ts'\nimport '../shop/cart/service.ts'"],
  ['src/app/node.ts', "import './api.ts'\nimport './mails.ts'\nimport '../../simulators/mollie/routes.ts'"],
  ['src/app/mailRenderer.ts', "import '../shop/orders/mails.ts'"],
  [
    'src/live/toys/routes.ts',
    "import type { ToyGateway } from './gateway.ts'\nimport { type Other } from './gateway.ts'",
  ],
  [
    'src/shop/cart/cart.test.ts',
    "import '../../app/api.ts'\nimport './table.ts'\nimport '../../../tests/support/shop.ts'",
  ],
  ['src/shop/cart/stock.servers.test.ts', "import './service.ts'"],
  [
    'simulators/mollie/app.ts',
    "import '../lifetime.ts'\nimport type { Db } from '../../src/platform/db/db.ts'",
  ],
  [
    'src/shop/cart/rules.ts',
    "// import { db } from '../../platform/db.ts'\nexport const text = \"import '../../platform/db.ts'\"",
  ],
])('allows %s', (file, text) => {
  expect(breachesOf({ [file]: text })).toEqual([])
})

test('refuses an import cycle between slices, types included, and reports it once', () => {
  const breaches = breachesOf({
    'src/shop/cart/service.ts': "import { hold } from '../catalog/service.ts'",
    'src/shop/catalog/service.ts': "import type { Order } from '../orders/contract.ts'",
    'src/shop/orders/OrderLines.tsx': "\nimport { Cart } from '../cart/Cart.tsx'",
    'src/shop/checkout/service.ts': "import '../orders/service.ts'",
  })
  expect(breaches).toEqual([
    expect.stringContaining(
      'shop/cart → shop/catalog (src/shop/cart/service.ts:1), shop/catalog → shop/orders (src/shop/catalog/service.ts:1), shop/orders → shop/cart (src/shop/orders/OrderLines.tsx:2)',
    ),
  ])
})

test('refuses an import cycle between files of one slice, types included, and reports it once', () => {
  const service = 'src/shop/cart/service.ts'
  const lines = 'src/shop/cart/lines.service.ts'
  const files = {
    [service]: "import { lines } from './lines.service.ts'",
    [lines]: "import type { Cart } from './service.ts'",
  }
  expect(breachesOf(files)).toEqual([
    `files in a circle: ${lines}, ${service}; the part that they share belongs in a file that imports none of them`,
  ])
  expect(
    breachesOf({ ...files, [lines]: '', 'src/shop/cart/cart.test.ts': "import './service.ts'" }),
  ).toEqual([])
  // Platform and wire have no slices.
  expect(
    breachesOf({
      'src/platform/db/db.ts': "import './sql.ts'",
      'src/platform/db/sql.ts': "export type A = import('./db.ts').A",
    }),
  ).toHaveLength(1)
})

test('routes may import the types of a gateway, and not its values', () => {
  const file = 'src/live/toys/routes.ts'
  expect(breachesOf({ [file]: "import { type Toys, find } from './gateway.ts'" })).toHaveLength(1)
  expect(breachesOf({ [file]: "import './gateway.ts'" })).toHaveLength(1)
})

test('a test may import from a district below it', () => {
  expect(
    breachesOf({
      'src/shop/cart/service.ts': "import '../catalog/service.ts'",
      'src/shop/catalog/catalog.test.ts': "import '../cart/service.ts'\nimport '../../app/node.ts'",
    }),
  ).toEqual([])
})

test('refuses routes that mount the endpoints of another slice', () => {
  expect(
    breachesOf({ 'src/shop/checkout/routes.ts': "import { payAgain } from '../orders/contract.ts'" }),
  ).toEqual([expect.stringContaining('mount it in shop/orders/routes.ts')])
  expect(
    breachesOf({ 'src/shop/checkout/routes.ts': "import type { Order } from '../orders/contract.ts'" }),
  ).toEqual([])
  expect(
    breachesOf({ 'src/shop/checkout/routes.ts': "import { LARGEST_PICTURE } from '../orders/contract.ts'" }),
  ).toEqual([])
  expect(
    breachesOf({ 'src/shop/checkout/routes.ts': "import { MOST, payAgain } from '../orders/contract.ts'" }),
  ).toHaveLength(1)
  expect(
    breachesOf({ 'src/shop/checkout/routes.ts': "import * as orders from '../orders/contract.ts'" }),
  ).toHaveLength(1)
})

test('only rooms for admins, the back office and app import from a room for admins', () => {
  const reason = 'admin/ holds what admins alone use'
  for (const file of ['src/shop/orders/service.ts', 'src/shop/cart/service.ts'])
    expect(breachesOf({ [file]: "import '../orders/admin/service.ts'" })).toEqual([
      expect.stringContaining(reason),
    ])
  expect(
    breachesOf({ 'src/shop/recalls/admin/service.ts': "import '../../orders/admin/service.ts'" }),
  ).toEqual([])
  expect(
    breachesOf({ 'src/backoffice/stats/service.ts': "import '../../shop/orders/admin/service.ts'" }),
  ).toEqual([])
})

test('the room of a slice for admins is none of its circles, since it stands above the slices of its district', () => {
  expect(
    breachesOf({
      'src/shop/promotions/admin/service.ts': "import '../../orders/service.ts'",
      'src/shop/orders/service.ts': "import '../promotions/service.ts'",
    }),
  ).toEqual([])
})

test('refuses two slices of one name', () => {
  expect(
    breachesOf({
      'src/shop/recalls/rules.ts': '',
      'src/backoffice/recalls/rules.ts': '',
      'src/shop/recalls/admin/rules.ts': '',
    }),
  ).toEqual([expect.stringContaining('shop/recalls and backoffice/recalls: no two slices share a name')])
})

test('refuses a folder of more files than fit on a screen', () => {
  const files = Object.fromEntries(
    Array.from({ length: FILES_IN_FOLDER + 1 }, (_, index) => [`src/shop/cart/Part${index}.tsx`, '']),
  )
  expect(breachesOf(files)).toEqual([
    `src/shop/cart: ${FILES_IN_FOLDER + 1} files, and ${FILES_IN_FOLDER} is the most; give it folders by noun`,
  ])
  expect(
    breachesOf({ ...files, 'src/shop/cart/Part0.tsx': '', 'src/shop/cart/cart.test.ts': '' }),
  ).toHaveLength(1)
})

test('refuses an import into a folder past its entrance', () => {
  const service = 'src/live/sessions/service.ts'
  expect(breachesOf({ [service]: "import { renew } from './cluster/leaseRenewal.service.ts'" })).toEqual([
    expect.stringContaining('is reached through src/live/sessions/cluster/cluster.service.ts only'),
  ])
  expect(breachesOf({ [service]: "import { createCluster } from './cluster/cluster.service.ts'" })).toEqual(
    [],
  )
})

test('refuses `union all` in a subquery of `in`', () => {
  const file = 'src/shop/cart/service.ts'
  const template = (word: string) =>
    `sql\`select from a where id in (\n  select b from (select 1 union all select 2) c\n  ${word} select 3) for update\``
  expect(breachesOf({ [file]: `const a = ${template('union all')}` })).toEqual([
    expect.stringContaining(`${file}:3: a lock may lose rows`),
  ])
  expect(breachesOf({ [file]: `const a = ${template('union')}` })).toEqual([])
})

test.each([
  'sql`exists (select from ${creditEntries} c where c.account_id = ${creditAccounts.id})`',
  'sql<number>`(select count(*) from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId} where ${payments.subjectId} = ${orders.id})`',
  'sql`${orders.id} in (select b.id from ${orders} b where b.user_id = ${orders.userId})`',
  '(id: SQL | Column) => sql`(select l.url from ${labels} l where l.product_id = ${id})`',
  'sql`coalesce((select max(price) from ${products} where parent_id = (${products.id})), (select ${categories.id}))`',
])('refuses a column of an outer query without its table in the subquery of %s', template => {
  expect(breachesOf({ 'src/shop/cart/service.ts': `export const a = 1\nconst b = ${template}` })).toEqual([
    expect.stringMatching(/^src\/shop\/cart\/service\.ts:2: .+ write qualified\([\w.]+\)$/),
  ])
})

test.each([
  'sql`exists (select from ${creditEntries} c where c.account_id = ${qualified(creditAccounts.id)})`',
  'sql`exists (select from ${users} where ${users.id} = ${userId} and ${users.erasedAt} is null)`',
  'sql`${orders.paidAt} is not null and ${orders.id} in (select order_id from ${orderItems})`',
  'sql`select (select max(id) from ${orderItems} where order_id = ${order.id})`',
])('allows the subquery of %s', template => {
  expect(breachesOf({ 'src/shop/cart/service.ts': `const b = ${template}` })).toEqual([])
})

test('no comment begins with a pronoun in the place of a noun, and clauses in such a place become fewer', () => {
  const comments = ['src', 'tests', 'bench', 'tools', 'simulators']
    .flatMap(filesIn)
    .filter(file => /\.(tsx?|js)$/.test(file))
    .flatMap(file =>
      readComments(file, readFileSync(join(root, file), 'utf8')).map(comment => ({ file, ...comment })),
    )
  const opening = comments.filter(({ text }) => opensWithPronoun(text))
  expect(opening.map(({ file, line, text }) => `${file}:${line}: name the subject of “${text}”`)).toEqual([])
  expect(comments.filter(({ text }) => hasClauseForNoun(text)).length).toBeLessThanOrEqual(
    MOST_CLAUSES_FOR_NOUNS,
  )
})

test('only the folder of a payment provider, the environment and the composition of the program name it', () => {
  const naming = ['src/money', 'src/shop', 'src/live', 'src/people', 'src/backoffice', 'src/ui', 'src/wire']
    .flatMap(filesIn)
    .filter(
      file =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        !file.startsWith('src/money/payments/providers/'),
    )
    .filter(file => /mollie/i.test(readFileSync(join(root, file), 'utf8').replace(/^.*https:.*$/gm, '')))
  expect(naming).toEqual([])
})

test('nothing is as high as the dock with the stop of a toy', () => {
  const high = filesIn('src')
    .filter(file => /\.(tsx|css)$/.test(file))
    .filter(file => /\bz-(?:[7-9]\d|\d{3,}|\[)|z-index:/.test(readFileSync(join(root, file), 'utf8')))
  expect(high).toEqual(['src/ui/components/StopDock.tsx'])
})
