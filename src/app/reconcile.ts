import { findDiscrepancies } from '../backoffice/reconciliation/service.ts'
import { readConfig, StartupError } from '../platform/config.ts'
import { openEmbedded, openPostgres } from '../platform/db.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `npm run audit` goes through the books of the configured database, and ends with 1 when they don't add up. */
try {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const database = await (databaseUrl ? openPostgres(databaseUrl, { onError }) : openEmbedded(dataDir))
  const differences = await findDiscrepancies(database.db, new Date())
  for (const { check, subject, detail } of differences) print(`${check}  ${subject}  ${detail}`)
  print(differences.length === 0 ? 'De boeken kloppen.' : `${differences.length} verschillen.`)
  await database.close()
  process.exitCode = differences.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
