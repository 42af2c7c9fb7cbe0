import { parseArgs } from 'node:util'
import { rehearse } from '../backoffice/backups/rehearsal.service.ts'
import { restore } from '../backoffice/backups/restore.service.ts'
import { findDiscrepancies } from '../backoffice/reconciliation/service.ts'
import { isOfSystem, readConfig, StartupError } from '../platform/config.ts'
import { createLog, standardOutput } from '../platform/log.ts'

const USAGE = 'Gebruik: restore [BACK-UP], of restore --rehearse [--database-url URL]'
const print = (text: string) => process.stdout.write(`${text}\n`)
const now = () => new Date()

/**
 * `npm run restore -- [NAME]`: fills the configured, empty database and folder from a backup, by default the newest.
 * `npm run restore -- --rehearse [--database-url URL]`: does so elsewhere, for trial, and throws it away. Exits with 1 when the
 * reconciliation finds differences.
 */
try {
  const { rehearses, databaseUrl, name } = readArguments()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, standardOutput())
  const discrepancies = rehearses ? await runRehearsal() : await runRestore()
  process.exitCode = discrepancies === 0 ? 0 : 1

  async function runRehearsal(): Promise<number> {
    const { backup, seconds, discrepancies } = await rehearse(config, databaseUrl, { log, now })
    print(`Back-up ${backup} teruggezet als proef in ${seconds} s; ${judge(discrepancies)}.`)
    return discrepancies
  }

  async function runRestore(): Promise<number> {
    const { database, backup } = await restore(config, log, name)
    const found = await findDiscrepancies(database.db, backup.manifest.createdAt)
    await database.close()
    print(`Back-up ${backup.name} teruggezet; ${judge(found.length)}.`)
    if (found.length > 0) print('De opdracht reconcile noemt ze.')
    return found.length
  }
} catch (error) {
  if (!(error instanceof StartupError || isOfSystem(error))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function readArguments() {
  const { values, positionals } = parse()
  const [name] = positionals
  const { rehearse: rehearses = false, 'database-url': databaseUrl } = values
  const isMeant = rehearses ? name === undefined : databaseUrl === undefined && positionals.length < 2
  if (!isMeant) throw new StartupError(USAGE)
  return { rehearses, databaseUrl, name }
}

function parse() {
  const options = { rehearse: { type: 'boolean' }, 'database-url': { type: 'string' } } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new StartupError(USAGE)
  }
}

function judge(discrepancies: number): string {
  if (discrepancies === 0) return 'de boeken kloppen'
  return discrepancies === 1 ? '1 verschil' : `${discrepancies} verschillen`
}
