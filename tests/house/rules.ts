import type { Kind } from './places.ts'

interface Rule {
  /** The kinds of file that it may import; its own kind within its own slice is always allowed. */
  mayImport: readonly Kind[]
  /** The kinds of file from which it may import types only, to pass a value on. */
  mayNameTypesOf?: readonly Kind[]
  /** The packages that it may import, or `server` or `browser` for all packages that run there. */
  packages: 'server' | 'browser' | 'any' | readonly string[]
}

const logic = ['wire', 'contract', 'rules'] as const
const server = ['columns', 'platform', 'table', 'service', 'gateway', 'jobs'] as const
const browser = ['hooks', 'screen', 'ui', 'page', 'router'] as const

/** Which kinds of file may import which, besides the ladder of districts. A test may import everything except routes. */
export const rules: Record<Kind, Rule> = {
  wire: { mayImport: ['wire'], packages: ['zod'] },
  contract: { mayImport: ['contract', 'wire'], packages: ['zod'] },
  rules: { mayImport: logic, mayNameTypesOf: ['gateway'], packages: ['zod'] },

  columns: { mayImport: ['wire'], packages: 'server' },
  platform: { mayImport: ['platform', 'columns', 'wire'], packages: 'server' },
  // The allowed values of a column are the contract's enumerations.
  table: { mayImport: ['table', 'columns', 'contract', 'wire'], packages: ['drizzle-orm'] },
  service: {
    mayImport: [...logic, 'service', 'table', 'gateway', 'platform', 'columns'],
    packages: 'server',
  },
  gateway: { mayImport: ['contract', 'platform', 'wire'], packages: 'server' },
  routes: {
    mayImport: ['contract', 'service', 'platform', 'wire'],
    mayNameTypesOf: ['gateway'],
    packages: 'server',
  },
  jobs: { mayImport: ['service', 'platform', 'wire'], mayNameTypesOf: ['gateway'], packages: 'server' },

  mails: { mayImport: ['contract', 'wire'], packages: ['zod'] },
  hooks: { mayImport: [...logic, 'hooks', 'ui'], packages: 'browser' },
  screen: { mayImport: [...logic, 'hooks', 'screen', 'ui'], packages: 'browser' },
  ui: { mayImport: ['ui', 'wire'], packages: 'browser' },

  page: { mayImport: [...logic, ...browser], packages: 'browser' },
  router: { mayImport: [...logic, ...browser], packages: 'browser' },
  main: { mayImport: [...logic, ...browser], packages: 'browser' },
  renderer: { mayImport: [...logic, ...browser], packages: 'any' },
  api: { mayImport: [...logic, ...server, 'routes'], packages: 'server' },
  mailer: { mayImport: [...logic, 'platform', 'mails'], packages: 'server' },
  node: { mayImport: [...logic, ...server, 'api', 'mailer', 'demo', 'simulator'], packages: 'server' },
  server: { mayImport: [...logic, ...server, 'node', 'demo'], packages: 'server' },
  demo: { mayImport: [...logic, ...server, 'demo', 'simulator'], packages: 'server' },

  simulator: { mayImport: ['wire', 'columns'], packages: 'server' },
  test: {
    mayImport: [
      ...logic,
      ...server,
      ...browser,
      'mails',
      'main',
      'renderer',
      'api',
      'node',
      'mailer',
      'server',
      'demo',
      'simulator',
      'test',
      'tool',
    ],
    packages: 'any',
  },
  tool: {
    mayImport: [...logic, ...server, 'api', 'server', 'demo', 'simulator', 'test', 'tool'],
    packages: 'any',
  },
}

/** Single files that a kind may import beyond its kinds. */
export const alsoAllowed: Partial<Record<Kind, readonly string[]>> = {
  // The simulator's tables are in the same database as the shop's own, and it calls the shop as the shop calls it.
  simulator: ['src/platform/db/db.ts', 'src/platform/http/httpClient.ts'],
}

/** Where the code belongs, for a kind of file that may not be imported. */
export const belongs: Record<Kind, string> = {
  wire: 'wire/ is for everyone; this should not happen',
  contract: 'what both sides must know is in contract.ts or wire/',
  rules: 'a decision is made in rules.ts by whoever has the facts: call it from service.ts or a screen',
  columns: 'columns are for table.ts files',
  platform: 'that runs only on the server: what both sides need belongs in wire/ or the slice’s rules.ts',
  table: 'SQL belongs in service.ts: call one of its verbs',
  service:
    'reading and writing belongs in service.ts itself; a rule gets the facts as arguments, the browser calls an endpoint',
  gateway: 'only service.ts and what composes it talk to outside systems: call a verb of service.ts',
  routes: 'only src/app/api.ts mounts routes: what they do belongs in service.ts',
  jobs: 'src/app/node.ts starts jobs: what they do belongs in service.ts',
  mails: 'src/app/mailRenderer.ts collects the texts of mails: send the template and its props',
  hooks: 'that runs only in the browser: what both sides need belongs in contract.ts or rules.ts',
  screen: 'that runs only in the browser: screens of several slices are composed in src/app/pages/',
  ui: 'that runs only in the browser: what both sides need belongs in wire/',
  router: 'only src/app/main.tsx and src/app/render.tsx start the router: link by path',
  renderer: 'the server loads the renderer from its build (BUILD_DIR)',
  page: 'pages compose slices, and only the router composes pages: the shared part belongs in a slice or ui/parts/',
  main: 'main.tsx is where the browser starts; nothing imports it',
  node: 'node.ts is where a node is put together; pass what you need as an argument',
  mailer: 'node.ts passes what renders mails',
  api: 'api.ts is where the routes of all slices are mounted; pass what you need as an argument',
  server: 'server.ts is where a node starts; nothing imports it',
  demo: 'demo data is for src/app/node.ts to load',
  simulator: 'an adapter knows its provider by a base URL only; src/app/node.ts mounts simulators',
  test: 'support for tests stays in tests/',
  tool: 'what the program needs belongs in src/',
}

/** Folders that the rest of their slice reaches through one file. */
export const entrances: Record<string, string> = {
  'src/live/sessions/cluster/': 'src/live/sessions/cluster/cluster.service.ts',
  'src/platform/db/postgres/': 'src/platform/db/postgres/openPostgres.ts',
}

/** File names that do not describe the contents. */
export const emptyNames = ['util', 'utils', 'helper', 'helpers', 'type', 'types', 'manager', 'common', 'misc']

export const LONGEST_FILE = 400

/** The comments with a clause in the place of a noun (`hasClauseForNoun`). Lower it with their number, never raise it. */
export const MOST_CLAUSES_FOR_NOUNS = 0

/** The most source files that stand directly in a folder of `src`; tests are not counted. */
export const FILES_IN_FOLDER = 30

/** A slice with more files than this may have folders by noun. */
export const FILES_BEFORE_FOLDERS = 25

const browserPackages = [
  'react',
  'react-dom',
  'react-router',
  'react-hook-form',
  'radix-ui',
  'lucide-react',
  'recharts',
  'class-variance-authority',
  'tailwind-merge',
  '@simplewebauthn/browser',
  '@tanstack',
  '@hookform',
]

const serverPackages = [
  'node:',
  'fastify',
  'drizzle-orm',
  'pg',
  'pg-boss',
  'pino',
  'nodemailer',
  'ioredis',
  'sharp',
  'otpauth',
  'qrcode',
  '@simplewebauthn/server',
  'fontkit',
  'pdfkit',
  'prom-client',
  'isbot',
  'undici',
  'vite',
  '@fastify',
  '@electric-sql',
]

/** Whether a file of the kind may import the package. */
export function mayUsePackage(kind: Kind, specifier: string): boolean {
  const { packages } = rules[kind]
  if (packages === 'any') return true
  if (packages === 'server') return !isOneOf(browserPackages, specifier)
  if (packages === 'browser') return !isOneOf(serverPackages, specifier)
  return isOneOf(packages, specifier)
}

const isOneOf = (names: readonly string[], specifier: string): boolean =>
  names.some(name =>
    name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  )
