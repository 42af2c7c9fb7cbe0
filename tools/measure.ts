/**
 * Measures the size and the shape of the sources: `node tools/measure.ts`, or `node tools/measure.ts ../other` for another
 * checkout. Prints a Markdown table; tests are left out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'
import { parseSync } from 'vite'
import { ways } from './ways.ts'

interface Module {
  file: string
  lines: number
  /** Lines of each function, its signature included. */
  functions: { name: string; lines: number }[]
  /** `x as T`, but for `as const`. */
  casts: number
  imports: string[]
}

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
const sources = files.filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
const modules = sources.map(readModule)

function readModule(file: string): Module {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, module } = parseSync(file, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const read: Module = { file, lines: text.split('\n').length - 1, functions: [], casts: 0, imports: [] }
  for (const { moduleRequest } of module.staticImports)
    if (moduleRequest.value.startsWith('.'))
      read.imports.push(posix.join(posix.dirname(file), moduleRequest.value))
  visit(program, null, (node, name) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      read.functions.push({ name: name ?? 'anonymous', lines: lineAt(node.end) - lineAt(node.start) + 1 })
    if (node.type === 'TSAsExpression' && text.slice(node.start, node.end).match(/\bas const$/) === null)
      read.casts += 1
  })
  return read
}

interface SyntaxNode {
  type: string
  start: number
  end: number
}

/** Visits every node of a syntax tree with the name that it is assigned to, if any. */
function visit(
  node: unknown,
  name: string | null,
  each: (node: SyntaxNode, name: string | null) => void,
): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) return node.forEach(child => visit(child, null, each))
  const { type, id, key } = node as { type?: string; id?: { name?: string }; key?: { name?: string } }
  const own = id?.name ?? key?.name ?? name
  if (type !== undefined) each(node as SyntaxNode, own)
  for (const [field, child] of Object.entries(node))
    if (child !== null && typeof child === 'object')
      visit(child, /^(init|value)$/.test(field) ? own : null, each)
}

const hasDistricts = files.some(file => file.startsWith('src/people/'))

/** The slice of a file: its folder below `src` or, in a district that has slices, below the district. */
function sliceOf(file: string): string {
  const [, first = '', second = '', ...rest] = file.split('/')
  const isSliced = hasDistricts && !/^(wire|platform|ui)$/.test(first) && rest.length > 0
  return isSliced ? `${first}/${second}` : first
}

/** How many slices stand in the largest circle of imports, types included; 0 when there is none. */
function largestCircle(): number {
  const edges = new Map<string, Set<string>>()
  for (const { file, imports } of modules)
    for (const target of imports) {
      const [from, to] = [sliceOf(file), sliceOf(target)]
      if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  const reach = (start: string) => {
    const seen = new Set<string>()
    const open = [start]
    for (let slice = open.pop(); slice; slice = open.pop())
      for (const next of edges.get(slice) ?? []) if (!seen.has(next)) open.push(seen.add(next) && next)
    return seen
  }
  const reached = new Map([...edges.keys()].map(slice => [slice, reach(slice)]))
  const circles = [...reached].map(
    ([slice, others]) => [...others].filter(other => reached.get(other)?.has(slice)).length,
  )
  return Math.max(0, ...circles)
}

/** The files of a way, each of which must exist and be imported by an earlier one unless it is reached over the network. */
function hopsOf(way: readonly string[]): number | string {
  const missing = way.find(step => !sources.includes(step.replace(/^~/, '')))
  if (missing) return `no ${missing}`
  const known = new Map(modules.map(module => [module.file, module]))
  const loose = way.find(
    (step, index) =>
      index > 0 &&
      !step.startsWith('~') &&
      !way.slice(0, index).some(before => known.get(before.replace(/^~/, ''))?.imports.includes(step)),
  )
  return loose ? `${loose} is imported by none before it` : way.length
}

const functions = modules.flatMap(module => module.functions.map(each => ({ ...each, file: module.file })))
const lengths = functions.map(({ lines }) => lines).sort((one, other) => one - other)
const longest = functions.toSorted((one, other) => other.lines - one.lines).slice(0, 5)
const sum = (of: (module: Module) => number) => modules.reduce((total, module) => total + of(module), 0)

const rows: [string, string | number][] = [
  ['lines of src without tests', sum(({ lines }) => lines)],
  ['files of src without tests', modules.length],
  ['functions, median lines', lengths[Math.floor(lengths.length / 2)] ?? 0],
  ['functions over 60 lines', lengths.filter(lines => lines > 60).length],
  ['longest functions', longest.map(({ name, lines }) => `${name} ${lines}`).join(', ')],
  ['slices in the largest circle', largestCircle()],
  ['casts (`as`, but for `as const`)', sum(({ casts }) => casts)],
  ...Object.entries(ways).map(([name, way]): [string, string | number] => [
    `files on the way: ${name}`,
    hopsOf(way),
  ]),
]
console.log(['| what | |', '|---|--:|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'))
