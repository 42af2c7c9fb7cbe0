import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What Rolldown says about modules: a part of its plugin context. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/**
 * Puts what the server alone reads at its start into two files. Rolldown makes one for each set of programs that share a module, 250 of which
 * a start had to find, read and link. What other programs read as well stays as it is: they are small, and a health check runs every few seconds.
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
  /** These modules with all that they import; with `isLater`, also what they import while they run. */
  const reach = (ids: string[], isLater = false): Set<string> => {
    const found = new Set(ids)
    // A set that grows is read to its end.
    for (const id of found) {
      const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
      for (const next of isLater ? [...importedIds, ...dynamicallyImportedIds] : importedIds) found.add(next)
    }
    return found
  }
  const first = reach([server])
  const rest = reach(graph.getModuleInfo(server)?.dynamicallyImportedIds ?? [])
  const others = reach(Object.values(commands), true)
  const apart = reach([health]).add(server).add(render)
  return (id: string) => {
    if (apart.has(id)) return null
    if (first.has(id)) return 'first'
    // Two files must not import each other: what a module of the others imports is among them as well.
    return rest.has(id) && !others.has(id) ? 'start' : null
  }
}
