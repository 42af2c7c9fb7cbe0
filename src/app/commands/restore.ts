import { parseArgs } from 'node:util'
import { rehearse } from '../../backoffice/backups/rehearsal.service.ts'
import { restoreMissingFiles } from '../../backoffice/backups/missingFiles.service.ts'
import { restore } from '../../backoffice/backups/restore.service.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { isOfSystem, readConfig, StartupError } from '../../platform/config.ts'
import { copyEmbedded } from '../../platform/db/embeddedCopy.ts'
import { openFileStores } from '../../platform/files/fileStores.ts'
import { createLog, standardOutput } from '../../platform/telemetry/log.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'

const USAGE =
  'Gebruik: restore [BACK-UP], restore --files-only [BACK-UP], of restore --rehearse [--database-url URL]'
const print = (text: string) => process.stdout.write(`${text}\n`)
const now = () => new Date()

/**
 * `npm run restore -- [NAME]`: fills the configured, empty database and folder from a backup, by default the newest.
 * `npm run restore -- --files-only [NAME]`: brings back files that rows name and that are not there, while the shop serves.
 * `npm run restore -- --rehearse [--database-url URL]`: does so elsewhere, for trial, and throws it away. Exits with 1 when the
 * reconciliation finds differences, or files are lost.
 */
void runCommandProgram(
  async () => {
    const { rehearses, filesOnly, databaseUrl, name } = readArguments()
    const config = readConfig(process.env)
    const log = createLog(config.logLevel, standardOutput())
    const isWhole = await (rehearses ? runRehearsal() : filesOnly ? bringBackFiles() : runRestore())
    process.exitCode = isWhole ? 0 : 1

    async function runRehearsal(): Promise<boolean> {
      const { rehearsal, lostFiles } = await rehearse(config, databaseUrl, { log, now })
      const { backup, seconds, discrepancies } = rehearsal
      print(`Back-up ${backup} teruggezet als proef in ${seconds} s; ${judge(discrepancies)}.`)
      printLost(lostFiles)
      return discrepancies + lostFiles.length === 0
    }

    async function bringBackFiles(): Promise<boolean> {
      const stores = await openFileStores(config, log)
      const copyDatabase = (to: string) => copyEmbedded(config.dataDir, to)
      const { backup, restored, missing } = await restoreMissingFiles(
        { config, stores, copyDatabase },
        now(),
        name,
      )
      print(`${restored} ${restored === 1 ? 'bestand' : 'bestanden'} teruggezet uit back-up ${backup}.`)
      for (const path of missing) print(`Ontbreekt nog, en is niet of beschadigd in deze back-up: ${path}`)
      return missing.length === 0
    }

    async function runRestore(): Promise<boolean> {
      const { database, backup, lostFiles } = await restore(config, { log, now }, name)
      const found = await findDiscrepancies(database.db, backup.manifest.createdAt)
      await database.close()
      print(`Back-up ${backup.name} teruggezet; ${judge(found.length)}.`)
      if (config.databaseUrl !== undefined)
        print(
          'Begon er intussen een server op deze database? Start die opnieuw: hij kent haar sleutels niet.',
        )
      if (found.length > 0) print('De opdracht reconcile noemt ze.')
      printLost(lostFiles)
      return found.length + lostFiles.length === 0
    }
  },
  error => error instanceof StartupError || isOfSystem(error),
)

function printLost(paths: string[]): void {
  for (const path of paths) print(`Beschadigd of weg in de back-up: ${path}`)
}

function readArguments() {
  const { values, positionals } = parse()
  const [name] = positionals
  const { rehearse: rehearses = false, 'files-only': filesOnly = false, 'database-url': databaseUrl } = values
  const isMeant = rehearses
    ? name === undefined && !filesOnly
    : databaseUrl === undefined && positionals.length < 2
  if (!isMeant) throw new StartupError(USAGE)
  return { rehearses, filesOnly, databaseUrl, name }
}

function parse() {
  const options = {
    rehearse: { type: 'boolean' },
    'files-only': { type: 'boolean' },
    'database-url': { type: 'string' },
  } as const
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
