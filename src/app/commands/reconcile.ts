import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `npm run reconcile`: runs all checks on the configured database; exits with 1 when one finds a discrepancy. */
void runCommandProgram(async () => {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const database = await openDatabase(readConfig(process.env), { onError })
  const discrepancies = await findDiscrepancies(database.db, new Date())
  for (const { check, subject, detail } of discrepancies) print(`${check}  ${subject}  ${detail}`)
  print(discrepancies.length === 0 ? 'De boeken kloppen.' : `${discrepancies.length} verschillen.`)
  await database.close()
  process.exitCode = discrepancies.length === 0 ? 0 : 1
})
