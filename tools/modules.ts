import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { hasClauseForNoun, readComments } from '../tests/house/comments.ts'
import { readSource } from '../tests/house/source.ts'

export interface Module {
  file: string
  lines: number
  /** Without comments and white space. */
  characters: number
  /** Lines of each function, its signature included. */
  functions: { name: string; lines: number }[]
  /** `x as T`, but for `as const`. */
  casts: number
  comments: number
  /** Comments with a clause in the place of a noun. */
  clausesForNouns: number
  /** The files of the project that it imports, types included. */
  imports: string[]
}

/** The TypeScript files in `src` of a checkout, without tests, in the order of their paths. */
export const readModules = (root: string): Module[] =>
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map(file => readModule(file, readFileSync(join(root, file), 'utf8')))

function readModule(file: string, text: string): Module {
  const { program, comments } = parseSync(file, text)
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
  const prose = readComments(file, text)
  const source = readSource(file, text)
  const read: Module = {
    file,
    lines: source.lines,
    characters: code.replace(/\s+/g, '').length,
    functions: [],
    casts: 0,
    comments: prose.length,
    clausesForNouns: prose.filter(comment => hasClauseForNoun(comment.text)).length,
    imports: source.imports.filter(({ isOurs }) => isOurs).map(({ target }) => target),
  }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  visit(program, null, (node, name) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      read.functions.push({ name: name ?? 'anonymous', lines: lineAt(node.end) - lineAt(node.start) + 1 })
    if (node.type === 'TSAsExpression' && !/\bas const$/.test(text.slice(node.start, node.end)))
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
