/** The number of pages for this many items; at least 1. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/**
 * The page numbers to show: the first, the last, the current and its neighbours; `null` is a gap of two or more. `6, 20` → `1 … 5 6 7 … 20`
 */
export function visiblePages(current: number, last: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, last].filter(page => page >= 1 && page <= last)
  const pages = [...new Set(near)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const gap = page - (pages[index - 1] ?? 0) - 1
    if (gap === 0) return [page]
    // A gap of one page would take as much room as its number.
    return gap === 1 ? [page - 1, page] : [null, page]
  })
}
