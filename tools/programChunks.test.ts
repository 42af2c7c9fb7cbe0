import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { programChunks } from './programChunks.ts'

const path = (name: string) => join(import.meta.dirname, '..', name)

/** Modules with what they import, and what they import later. */
const modules: Record<string, [imported: string[], later?: string[]]> = {
  server: [['config', 'log'], ['node']],
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

it('puts together what the server reads before and after its configuration, unless another program reads it too', () => {
  const [group] = programChunks(programs).groups
  const chunkOf = (name: string) => group?.name(path(name), graph)
  expect(chunkOf('log')).toBe('first')
  for (const name of ['node', 'routes', 'forms', 'money']) expect(chunkOf(name)).toBe('start')
  const others = ['server', 'render', 'admin', 'health', 'config', 'rules', 'pdf', 'page', 'accounts']
  for (const name of others) expect(chunkOf(name)).toBeNull()
})
