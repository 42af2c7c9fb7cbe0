import {
  parse,
  type AlterTableCmd,
  type AlterTableStmt,
  type ColumnDef,
  type Constraint,
  type DropStmt,
  type Node,
} from 'libpg-query'

/**
 * Whether the version before can run on the schema after a migration (expand, then contract), and whether statements of a busy shop wait
 * for it. By PostgreSQL's own parser; it refuses statements that it does not know to be harmless.
 *
 * A comment before a statement allows it:
 * - `-- contract: since 1.4.0 …`: the released version from which on nothing uses the removed thing
 * - `-- small: …`: why its table can only be small, or the statement short
 */

/** `breaking`: the version before may fail on it. `blocking`: others wait while it works or scans a table. */
interface Problem {
  kind: 'breaking' | 'blocking'
  /** The problem, and the advice. */
  text: string
}

interface Statement {
  /** Its name in the parse tree, such as `AlterTableStmt`. */
  type: string
  node: Record<string, unknown>
  /** With the comments before it. */
  text: string
}

const breaking = (text: string): Problem => ({ kind: 'breaking', text })
const blocking = (text: string): Problem => ({ kind: 'blocking', text })

/**
 * @param sql of one migration
 * @param released the versions that were released
 * @returns a line for each problem; none when it may run beside the version before
 */
export async function migrationProblems(sql: string, released: ReadonlySet<string>): Promise<string[]> {
  const statements = await parseStatements(sql)
  const context = createContext(statements)
  return statements.flatMap(statement =>
    problemsOf(statement, context)
      .filter(({ kind }) => !isAllowed(statement.text, kind, released))
      .map(({ text }) => `${summary(statement.text)}: ${text}`),
  )
}

async function parseStatements(sql: string): Promise<Statement[]> {
  // The parser counts bytes, and leaves out the comments before a statement.
  const bytes = Buffer.from(sql)
  let end = 0
  const { stmts = [] } = await parse(sql)
  return stmts.map(({ stmt = {}, stmt_location: at = 0, stmt_len: length = bytes.length - at }) => {
    const [[type, node] = ['', {}]] = Object.entries(stmt as Record<string, Statement['node']>)
    const text = bytes.subarray(end, at + length).toString()
    end = at + length + ';'.length
    return { type, node, text }
  })
}

const summary = (text: string): string => text.replace(/--.*/g, '').replace(/\s+/g, ' ').trim().slice(0, 80)

function isAllowed(text: string, kind: Problem['kind'], released: ReadonlySet<string>): boolean {
  if (kind === 'blocking') return /^\s*-- small: \S/m.test(text)
  const [, version = ''] = /^\s*-- contract: since (\d+\.\d+\.\d+)\b/m.exec(text) ?? []
  return released.has(version)
}

/** The objects that a migration makes itself are in nobody's way. */
interface MigrationContext {
  newTables: ReadonlySet<string>
  newConstraints: ReadonlySet<string>
  newIndexes: ReadonlySet<string>
  droppedIndexes: ReadonlySet<string>
  /** Tables with a new trigger that can set columns of each row that is written. */
  filledTables: ReadonlySet<string>
  /** It consists of statements that PostgreSQL runs outside of transactions only. */
  isConcurrent: boolean
}

function createContext(statements: Statement[]): MigrationContext {
  const of = (wanted: string) => statements.flatMap(({ type, node }) => (type === wanted ? [node] : []))
  const commands = of('AlterTableStmt').flatMap(node => commandsOf(node as AlterTableStmt))
  const added = commands.filter(({ subtype }) => subtype === 'AT_AddConstraint')
  return {
    newTables: new Set(of('CreateStmt').map(tableOf)),
    newConstraints: new Set(added.map(({ def }) => constraintIn(def).conname ?? '')),
    newIndexes: new Set(of('IndexStmt').map(({ idxname }) => String(idxname))),
    droppedIndexes: new Set(of('DropStmt').map(node => droppedName(node))),
    filledTables: new Set(of('CreateTrigStmt').filter(setsColumns).map(tableOf)),
    isConcurrent: statements.every(({ node }) => node['concurrent'] === true),
  }
}

const tableOf = ({ relation }: Record<string, unknown>): string =>
  (relation as { relname?: string } | undefined)?.relname ?? ''
const commandsOf = ({ cmds = [] }: AlterTableStmt): AlterTableCmd[] =>
  cmds.flatMap(node => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []))
/** The last part of the first name. */
function droppedName({ objects: [object] = [] }: DropStmt): string {
  const last = object && 'List' in object ? object.List.items?.at(-1) : object
  return (last && 'String' in last && last.String.sval) || ''
}
const constraintIn = (node: Node | undefined): Constraint =>
  node && 'Constraint' in node ? node.Constraint : {}

/** Whether a trigger runs before each row that is inserted or updated: the bits of PostgreSQL's `TRIGGER_TYPE_BEFORE`, `_INSERT` and `_UPDATE`. */
const setsColumns = ({ row, timing, events }: Record<string, unknown>): boolean =>
  row === true && timing === 2 && (Number(events) & 20) === 20

/** They make something, or change something else than a table. */
const harmless =
  /^(Create(Stmt|SchemaStmt|ExtensionStmt|EnumStmt|SeqStmt|FunctionStmt|TrigStmt)|ViewStmt|CommentStmt|InsertStmt|SelectStmt|AlterEnumStmt|VariableSetStmt)$/

function problemsOf({ type, node }: Statement, context: MigrationContext): Problem[] {
  if (harmless.test(type) || context.newTables.has(tableOf(node))) return []
  switch (type) {
    case 'AlterTableStmt':
      return commandsOf(node as AlterTableStmt).flatMap(command =>
        commandProblems(command, tableOf(node), context),
      )
    case 'IndexStmt':
      return indexProblems(node, context)
    case 'DropStmt':
      return dropProblems(node, context)
    case 'RenameStmt':
      return [
        breaking(
          'renames what the version before still uses: add the new name, write both, remove the old one later',
        ),
      ]
    case 'UpdateStmt':
    case 'DeleteStmt':
      return [blocking('changes a whole table while others wait for its rows: do it in batches, in a job')]
    default:
      return [breaking(`${type} is not known to be harmless`), blocking(`${type} is not known to be short`)]
  }
}

function indexProblems(node: Record<string, unknown>, { isConcurrent, droppedIndexes }: MigrationContext) {
  if (node['concurrent'] !== true)
    return [
      blocking('writes wait until the index is made: create it concurrently, in a migration of its own'),
    ]
  if (!isConcurrent)
    return [blocking('nothing else may stand beside what is made concurrently: split the migration')]
  return droppedIndexes.has(String(node['idxname']))
    ? []
    : [
        blocking(
          'a run that was broken off leaves an invalid index: drop index concurrently if exists before it',
        ),
      ]
}

function dropProblems(node: DropStmt, { isConcurrent, newIndexes }: MigrationContext): Problem[] {
  // The index that a broken-off run left.
  if (isConcurrent && node.missing_ok && newIndexes.has(droppedName(node))) return []
  return [
    breaking('removes what the version before may use: stop using it in one release, remove it in the next'),
  ]
}

/** Of an `alter table` of a table with rows. */
function commandProblems(
  command: AlterTableCmd,
  table: string,
  { newConstraints, filledTables }: MigrationContext,
): Problem[] {
  const { subtype, def, name = '' } = command
  switch (String(subtype)) {
    case 'AT_AddColumn':
      return columnProblems(def && 'ColumnDef' in def ? def.ColumnDef : {})
    case 'AT_DropNotNull':
      return []
    case 'AT_DropColumn':
      return [breaking('removes a column: stop using it in one release, remove it in the next')]
    case 'AT_AlterColumnType':
      return [
        breaking(
          'changes a type under the version before, and rewrites the table: add a column of the new type, write both',
        ),
      ]
    case 'AT_SetNotNull':
      return [
        breaking('the version before may leave it empty: fill it in one release, require it in the next'),
      ]
    case 'AT_ColumnDefault':
      return def
        ? []
        : [breaking('the version before may rely on the default: remove it in the next release')]
    case 'AT_DropExpression':
      return filledTables.has(table)
        ? []
        : [
            breaking(
              'the version before does not fill it: set it by a trigger before inserts and updates, made here',
            ),
          ]
    case 'AT_DropConstraint':
      return newConstraints.has(name)
        ? []
        : [breaking('the version before may rely on it (on conflict): remove it in the next release')]
    case 'AT_AddConstraint':
      return constraintProblems(constraintIn(def))
    case 'AT_ValidateConstraint':
      return newConstraints.has(name)
        ? [
            blocking(
              'the lock of the new constraint lasts for the whole check: validate it in the next migration',
            ),
          ]
        : []
    default:
      return [
        breaking(`${subtype} is not known to be harmless`),
        blocking(`${subtype} is not known to be short`),
      ]
  }
}

/** The defaults that are the same for all rows; PostgreSQL stores such a default once. */
const constantDefaults = new Set(['A_Const', 'TypeCast', 'SQLValueFunction'])
const constantFunctions = new Set(['now', 'statement_timestamp'])

function columnProblems({ constraints = [], typeName }: ColumnDef): Problem[] {
  const parts = constraints.map(constraintIn)
  const byType = new Map(parts.map(part => [part.contype, part]))
  const problems: Problem[] = []
  const { raw_expr: value } = byType.get('CONSTR_DEFAULT') ?? {}
  if (byType.has('CONSTR_NOTNULL') && !value)
    problems.push(
      breaking(
        'the version before does not fill it, and rows have no value yet: give it a default, or let it be null',
      ),
    )
  if (value && !isConstant(value))
    problems.push(
      blocking('the default differs by row, which rewrites the table: add it without, fill it in a job'),
    )
  const isSerial = JSON.stringify(typeName ?? {}).includes('serial')
  if (isSerial || byType.has('CONSTR_IDENTITY') || byType.has('CONSTR_GENERATED'))
    problems.push(blocking('rewrites the table: add it without, fill it in a job'))
  for (const type of ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'] as const)
    if (byType.has(type)) problems.push(...constraintProblems(byType.get(type) ?? {}))
  return problems
}

function isConstant(value: Node): boolean {
  if (!('FuncCall' in value)) return constantDefaults.has(Object.keys(value)[0] ?? '')
  const last = value.FuncCall.funcname?.at(-1)
  return Boolean(last && 'String' in last && constantFunctions.has(last.String.sval ?? ''))
}

function constraintProblems({ contype, skip_validation: isNotValid, indexname }: Constraint): Problem[] {
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_EXCLUSION')
    return indexname
      ? []
      : [
          blocking(
            'writes wait until its index is made: create unique index concurrently, then add the constraint using it',
          ),
        ]
  return isNotValid
    ? []
    : [
        blocking(
          'all rows are checked while others wait: add it not valid, and validate it in the next migration',
        ),
      ]
}
