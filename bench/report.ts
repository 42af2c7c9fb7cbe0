import type { LoadResult } from './load.ts'

export interface BenchResult {
  name: string
  size: number
  ours: LoadResult
  bare: LoadResult
  goal: number | undefined
}

/** A call may cost at most this many times as much at the largest size as at the smallest. */
const MOST_GROWTH = 2

/** The results as Markdown: one table per size, then how the cost grows from the smallest size to the largest. */
export function formatReport(measured: BenchResult[], memory: Map<number, number>): string {
  const sizes = [...new Set(measured.map(({ size }) => size))]
  const tables = sizes.map(size => {
    const rows = measured.filter(each => each.size === size).map(rowOf)
    return [`### ${count(size)} products, ${memory.get(size)} MB`, '', ...head, ...rows, ''].join('\n')
  })
  const growth = sizes.length > 1 ? [growthOf(measured, Math.min(...sizes), Math.max(...sizes))] : []
  return [...tables, ...growth].join('\n')
}

const head = [
  '| call | requests/s | bare | ratio | goal | | p50 | p99 ms |',
  '|---|--:|--:|--:|--:|---|--:|--:|',
]

function rowOf({ name, ours, bare, goal }: BenchResult): string {
  const ratio = ours.perSecond / bare.perSecond
  const verdict = goal === undefined ? '' : ratio >= goal ? 'met' : '**not met**'
  const cells = [name, count(ours.perSecond), count(bare.perSecond), ratio.toFixed(2), goal ?? '', verdict]
  return `| ${[...cells, ours.p50, ours.p99].join(' | ')} |`
}

function growthOf(measured: BenchResult[], smallest: number, largest: number): string {
  // The ratio to the bare call of the same minutes, so that temporary load on the machine cancels out.
  const costOf = (name: string, size: number) => {
    const found = measured.find(each => each.name === name && each.size === size)
    return found ? found.bare.perSecond / found.ours.perSecond : NaN
  }
  const names = measured.filter(({ size }) => size === smallest).map(({ name }) => name)
  const rows = names.map(name => {
    const growth = costOf(name, largest) / costOf(name, smallest)
    return `| ${name} | ${growth.toFixed(2)} | ${growth <= MOST_GROWTH ? 'met' : '**not met**'} |`
  })
  const title = `### Cost from ${count(smallest)} to ${count(largest)} products, at most × ${MOST_GROWTH}`
  return [title, '', '| call | × | |', '|---|--:|---|', ...rows, ''].join('\n')
}

const count = (value: number): string => Math.round(value).toLocaleString('en')
