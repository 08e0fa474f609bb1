/** The circles of a graph, each with all that belong to it in alphabetical order (Tarjan's algorithm). */
export function findCircles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const found = new Map<string, { order: number; lowest: number; isOpen: boolean }>()
  const open: string[] = []

  function visit(node: string) {
    const own = { order: found.size, lowest: found.size, isOpen: true }
    found.set(node, own)
    open.push(node)
    for (const next of edges.get(node) ?? []) {
      const known = found.get(next)
      if (!known) {
        own.lowest = Math.min(own.lowest, visit(next).lowest)
      } else if (known.isOpen) {
        own.lowest = Math.min(own.lowest, known.order)
      }
    }
    if (own.lowest === own.order) {
      const circle = open.splice(open.indexOf(node))
      for (const member of circle) {
        Object.assign(found.get(member) ?? {}, { isOpen: false })
      }
      if (circle.length > 1 || edges.get(node)?.includes(node)) {
        circles.push(circle.sort())
      }
    }
    return own
  }

  for (const node of edges.keys()) {
    if (!found.has(node)) {
      visit(node)
    }
  }
  return circles
}
