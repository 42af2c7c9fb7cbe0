import { createReadStream } from 'node:fs'
import {
  compareStatements,
  parseStatement,
  type Statement,
} from '../../money/earnings/statementFile.service.ts'
import { findEntriesBetween } from '../../money/earnings/statement.service.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'
import { readCsv } from '../../platform/text/csvReader.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

async function readStatement(path: string): Promise<Statement> {
  const rows: string[][] = []
  for await (const { cells } of readCsv(createReadStream(path))) rows.push(cells)
  return parseStatement(rows)
}

/**
 * `npm run earnings:verify -- <statement> <later statement>`: checks two statements of a creator and the configured database's entries between
 * them, which are one chain; exits with 1 when they are not.
 */
void runCommandProgram(
  async () => {
    const [first, second] = process.argv.slice(2)
    if (!first || !second) {
      print('Noem twee overzichten, het oudste eerst: npm run earnings:verify -- week-1.csv week-2.csv')
      process.exitCode = 1
      return
    }
    const [one, two] = [await readStatement(first), await readStatement(second)]
    const last = one.entries.at(-1)?.sequence ?? one.from.sequence
    const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
    const database = await openDatabase(readConfig(process.env), { onError })
    const between =
      two.from.sequence > last
        ? await findEntriesBetween(database.db, one.creatorId, last, two.from.sequence)
        : []
    await database.close()
    const finding = compareStatements(one, two, between)
    print(finding ?? `De overzichten kloppen, en de ${between.length} regels ertussen ook.`)
    process.exitCode = finding === null ? 0 : 1
  },
  () => true,
)
