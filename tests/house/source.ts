import { posix } from 'node:path'
import { parseSync } from 'vite'
import { findOuterColumns, findUnionAllOfIn, type OuterColumn } from './subqueries.ts'

export interface Import {
  /** A path from the project's folder for our own files, else the package's specifier. */
  target: string
  isOurs: boolean
  isType: boolean
  /** The imported names; null for all of them, or none. */
  names: string[] | null
  line: number
}

export interface Source {
  file: string
  lines: number
  imports: Import[]
  /** Whether the file only re-exports other files. */
  isBarrel: boolean
  /** Columns of an outer query that a subquery may take for its own. */
  outerColumns: (Pick<OuterColumn, 'column'> & { line: number })[]
  /** The lines with `in (… union all …)`. */
  unionsAllOfIn: number[]
}

/** Parses a file for the checks. @throws Error when it does not parse */
export function readSource(file: string, text: string): Source {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (!/\.tsx?$/.test(file))
    return { file, lines, imports: [], isBarrel: false, outerColumns: [], unionsAllOfIn: [] }
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      isType: entries.length > 0 && entries.every(entry => entry.isType),
      names: namesOf(entries.filter(entry => !entry.isType).map(entry => entry.importName)),
    })),
    ...module.staticExports.flatMap(each =>
      each.entries.flatMap(entry =>
        entry.moduleRequest
          ? { ...entry.moduleRequest, isType: entry.isType, names: namesOf([entry.importName]) }
          : [],
      ),
    ),
    // `import('./x.ts')`, as a value and as a type: the module record does not contain both.
    ...(text.includes('import(') ? importCalls(program) : []),
  ]
  const imports = found.map(({ value, start, isType, names }) => {
    const isOurs = value.startsWith('.')
    const path = value.replace(/\?.*$/, '')
    const line = lineAt(text, start)
    return { isOurs, isType, names, line, target: isOurs ? posix.join(posix.dirname(file), path) : path }
  })
  const outerColumns = text.includes('select')
    ? findOuterColumns(program, text).map(({ column, start }) => ({ column, line: lineAt(text, start) }))
    : []
  const unionsAllOfIn =
    file.startsWith('src/') && /union\s+all/i.test(text)
      ? findUnionAllOfIn(text).map(start => lineAt(text, start))
      : []
  return { file, lines, imports, isBarrel: isBarrel(program.body), outerColumns, unionsAllOfIn }
}

const lineAt = (text: string, start: number): number => text.slice(0, start).split('\n').length

const namesOf = (imported: { name?: string | null | undefined }[]): string[] | null => {
  const names = imported.flatMap(({ name }) => name ?? [])
  return names.length > 0 && names.length === imported.length ? names : null
}

const isBarrel = (statements: readonly object[]): boolean =>
  statements.length > 0 &&
  statements.every(
    statement =>
      'type' in statement &&
      (statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && 'source' in statement && statement.source !== null)),
  )

/** Every `import(…)` of a literal in a syntax tree, in expressions and in types. */
function importCalls(node: unknown): { value: string; start: number; isType: boolean; names: null }[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(importCalls)
  const { type, source } = node as { type?: string; source?: { value?: unknown; start: number } }
  const isType = type === 'TSImportType'
  if ((!isType && type !== 'ImportExpression') || typeof source?.value !== 'string') return inside
  return [{ value: source.value, start: source.start, isType, names: null }, ...inside]
}
