/**
 * Measures the size and the shape of the sources: `node tools/measure.ts`, or `node tools/measure.ts ../other` for another
 * checkout, with its own ways. Prints a Markdown table; tests are left out.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { circlesOf, type ImportGraph } from '../tests/house/importGraph.ts'
import { readModules, type Module } from './modules.ts'
import { breakIn } from './ways.ts'

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const modules = readModules(root)
const graph: ImportGraph = new Map(modules.map(({ file, imports }) => [file, imports]))

const sum = (of: (module: Module) => number) => modules.reduce((total, module) => total + of(module), 0)

const hasDistricts = modules.some(({ file }) => file.startsWith('src/people/'))

/** The slice of a file: its folder below `src` or, in a district that has slices, below the district; `admin/` of one is another. */
function sliceOf(file: string): string {
  const [, first = '', second = '', ...rest] = file.split('/')
  const isSliced = hasDistricts && !/^(wire|platform|ui)$/.test(first) && rest.length > 0
  if (!isSliced) return first
  return rest[0] === 'admin' ? `${first}/${second}/admin` : `${first}/${second}`
}

function sliceGraph(): ImportGraph {
  const edges = new Map<string, string[]>()
  for (const [file, imports] of graph)
    edges.set(sliceOf(file), [...(edges.get(sliceOf(file)) ?? []), ...imports.map(sliceOf)])
  return edges
}

/**
 * The files under 20 lines that one other file imports, and which could stand in it. The files of `app` mount and load layers, and a file
 * that is loaded by `import()` is one so that its importer is smaller.
 */
function smallPrivateFiles(): string[] {
  const importers = Map.groupBy(
    [...graph].flatMap(([file, imports]) => [...new Set(imports)].map(target => ({ file, target }))),
    ({ target }) => target,
  )
  const isComposer = (file: string) => /^src\/app\/\w+\.tsx?$/.test(file)
  const loads = (importer: string, file: string) =>
    readFileSync(join(root, importer), 'utf8').includes(`import('./${posix.basename(file)}')`)
  return modules
    .filter(({ file, lines }) => {
      const [only, ...others] = importers.get(file) ?? []
      if (lines >= 20 || only === undefined || others.length > 0) return false
      return !isComposer(only.file) && !loads(only.file, file)
    })
    .map(({ file }) => file)
}

function largestFolder(): string {
  const sizes = new Map<string, number>()
  for (const { file } of modules) sizes.set(posix.dirname(file), (sizes.get(posix.dirname(file)) ?? 0) + 1)
  const [folder, size] = [...sizes].sort(([, one], [, other]) => other - one)[0] ?? ['', 0]
  return `${size} (${folder})`
}

function circleRow(circles: string[][]): string {
  const listed = circles.map(files => files.map(file => file.replace('src/', '')).join(' '))
  return [`${circles.length}`, ...listed].join('<br>')
}

async function wayRows(): Promise<[string, string | number][]> {
  const file = join(root, 'tools/ways.ts')
  if (!existsSync(file)) return []
  const { ways } = (await import(file)) as { ways: Record<string, readonly string[]> }
  return Object.entries(ways).map(([name, way]) => [
    `files on the way: ${name}`,
    breakIn(way, graph) ?? way.length,
  ])
}

const functions = modules.flatMap(module => module.functions)
const lengths = functions.map(({ lines }) => lines).sort((one, other) => one - other)
const longest = functions.toSorted((one, other) => other.lines - one.lines).slice(0, 5)
const comments = sum(each => each.comments)
const clauses = sum(each => each.clausesForNouns)

const rows: [string, string | number][] = [
  ['lines of TypeScript in src', sum(({ lines }) => lines)],
  ['files of TypeScript in src', modules.length],
  ['characters of code, without comments and white space', sum(({ characters }) => characters)],
  ['functions, median lines', lengths[Math.floor(lengths.length / 2)] ?? 0],
  ['functions over 60 lines', lengths.filter(lines => lines > 60).length],
  ['longest functions', longest.map(({ name, lines }) => `${name} ${lines}`).join(', ')],
  ['files under 20 lines with one importer', smallPrivateFiles().length],
  ['most source files in one folder', largestFolder()],
  ['circles of imports among slices', circleRow(circlesOf(sliceGraph()))],
  ['circles of imports among files', circleRow(circlesOf(graph))],
  ['casts (`as`, but for `as const`)', sum(({ casts }) => casts)],
  ['comments', comments],
  [
    'comments with a clause in the place of a noun',
    `${clauses} (${((100 * clauses) / comments).toFixed(1)} %)`,
  ],
  ...(await wayRows()),
]
console.log(
  ['| tests left out | |', '|---|--:|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'),
)
