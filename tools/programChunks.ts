import { join } from 'node:path'
import type { Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')

/** The description of modules by Rolldown: a part of its plugin context. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/**
 * Puts most modules that the server reads at its start into two files: `first`, until it has its configuration, which commands with a
 * database read too, and `start`, which no command reads. Rolldown makes a file for each set of programs that share a module; a start had
 * to find, read and link 250. The modules of a health check stay apart, because it runs every few seconds.
 * @param programs their entries by name, from the project's folder
 */
export function programChunks(programs: Record<string, string>) {
  const paths = Object.entries(programs).map(([name, entry]) => [name, join(root, entry)])
  let chunks: ((id: string) => string | null) | undefined
  const name = (id: string, graph: ModuleGraph) =>
    (chunks ??= findChunks(Object.fromEntries(paths), graph))(id)
  return { groups: [{ name, includeDependenciesRecursively: false }] }
}

function findChunks(
  { server = '', render = '', health = '', ...commands }: Record<string, string>,
  graph: ModuleGraph,
) {
  /** These modules with all that they import; with `isLater`, also those that our own import while they run. */
  const reach = (ids: string[], isLater = false): Set<string> => {
    const found = new Set(ids)
    // A set that grows is read to its end.
    for (const id of found) {
      const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
      const later = isLater && !id.includes('node_modules') ? dynamicallyImportedIds : []
      for (const next of [...importedIds, ...later]) found.add(next)
    }
    return found
  }
  const laterThan = (ids: string[]) =>
    ids.flatMap(id => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const start = laterThan([server])
  const first = reach(start)
  const rest = reach(laterThan(start))
  const others = reach(Object.values(commands), true)
  // The module that reads the others with the cache must not be among them.
  const apart = reach([health, server]).add(render)
  return (id: string) => {
    if (apart.has(id)) return null
    if (first.has(id)) return 'first'
    // A module that one of the others imports is among them as well, so no file of theirs needs `start`.
    return rest.has(id) && !others.has(id) ? 'start' : null
  }
}

/** @throws Error when two files need each other: which of them is evaluated first would depend on their importers. */
export function refuseCycles(bundle: Rolldown.OutputBundle): void {
  const open = new Set<string>()
  const done = new Set<string>()
  const visit = (name: string): void => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || done.has(name)) return
    if (open.has(name)) throw new Error(`these files need each other: ${[...open, name].join(', ')}`)
    open.add(name)
    file.imports.forEach(visit)
    open.delete(name)
    done.add(name)
  }
  Object.keys(bundle).forEach(visit)
}
