import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { programChunks, refuseCycles } from './programChunks.ts'

const path = (name: string) => join(import.meta.dirname, '..', name)

/** Modules with their imports, and their later imports. */
const modules: Record<string, [imported: string[], later?: string[]]> = {
  server: [['cache'], ['serverProcess']],
  serverProcess: [['config', 'log'], ['node']],
  node: [['log', 'rules', 'routes'], ['pdf']],
  routes: [['rules', 'forms', 'node:http']],
  forms: [['money']],
  pdf: [['money']],
  render: [['page']],
  page: [['forms']],
  admin: [['log'], ['accounts']],
  accounts: [['rules']],
  health: [['config']],
}
const programs = { server: 'server', render: 'render', health: 'health', admin: 'admin' }

const graph = {
  getModuleInfo(id: string) {
    const [imported, later = []] = modules[basename(id)] ?? [[]]
    return { importedIds: imported.map(path), dynamicallyImportedIds: later.map(path) }
  },
}

it('puts together modules that the server reads before its configuration, and after it unless a command reads it too', () => {
  const [group] = programChunks(programs).groups
  const chunkOf = (name: string) => group?.name(path(name), graph)
  for (const name of ['serverProcess', 'log']) expect(chunkOf(name)).toBe('first')
  for (const name of ['node', 'routes', 'forms', 'money']) expect(chunkOf(name)).toBe('start')
  const others = [
    'server',
    'cache',
    'render',
    'admin',
    'health',
    'config',
    'rules',
    'pdf',
    'page',
    'accounts',
  ]
  for (const name of others) expect(chunkOf(name)).toBeNull()
})

it('refuses files that need each other', () => {
  const bundleOf = (imports: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(imports).map(([name, needed]) => [name, { type: 'chunk', imports: needed }]),
    ) as unknown as Parameters<typeof refuseCycles>[0]
  const refusing = (imports: Record<string, string[]>) => () => refuseCycles(bundleOf(imports))
  expect(refusing({ a: ['b', 'c'], b: ['c', 'node:http'], c: [] })).not.toThrow()
  expect(refusing({ a: ['b'], b: ['c'], c: ['a'] })).toThrow('these files need each other: a, b, c, a')
})
