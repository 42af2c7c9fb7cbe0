/** The files that each file imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The circles of a graph: sets of nodes that all reach each other (Tarjan's strongly connected components), largest first. */
export function circlesOf(graph: ImportGraph): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    lowest.set(node, own)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      const reached = order.has(next) ? (open.includes(next) ? order.get(next) : undefined) : visit(next)
      lowest.set(node, Math.min(lowest.get(node) ?? own, reached ?? own))
    }
    const low = lowest.get(node) ?? own
    if (low === own) {
      const circle = open.splice(open.indexOf(node))
      if (circle.length > 1) found.push(circle.sort())
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found.sort((one, other) => other.length - one.length)
}
