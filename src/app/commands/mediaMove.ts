import { readConfig, StartupError, type Config } from '../../platform/config.ts'
import { markMoved, openFolders, openS3 } from '../../platform/files/fileStores.ts'
import { copyMissingFiles, type MoveResult } from '../../platform/files/moveFiles.ts'
import type { PrivateFiles } from '../../platform/files/privateFiles.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `npm run media:move`: copies the files of the data folder to S3 while the shop serves; exits with 1 when one is not copied. */
void runCommandProgram(async () => {
  process.exitCode = (await move(readConfig(process.env))) ? 0 : 1
})

/** @returns whether all files are in S3 */
async function move({ dataDir, s3: settings }: Config): Promise<boolean> {
  if (!settings) throw new StartupError('Stel eerst S3_BUCKET in, en start daarmee alle nodes opnieuw.')
  const s3 = await openS3(settings)
  if (s3.problem) throw new StartupError(`S3 antwoordt niet: ${s3.problem.message}`)
  const folders = openFolders(dataDir)
  // First, so that the folder gets no new files: each run leaves fewer files to copy.
  await markMoved(dataDir)
  const results = [
    report('Foto’s en andere bestanden', await copyMissingFiles(folders.storage, s3.storage)),
    report('Verkochte bestanden', await copyMissingFiles(folders.files, s3.files)),
  ]
  if (results.some(({ failed }) => failed.length > 0)) {
    print(
      'Niet alles is verhuisd. De winkel leest wat ontbreekt uit de map; begin opnieuw om verder te gaan.',
    )
    return false
  }
  print(await advice(folders.files, s3.files, results))
  return true
}

function report(name: string, result: MoveResult): MoveResult {
  const { copied, bytes, present, failed } = result
  for (const line of failed) print(`NIET  ${line}`)
  print(`${name}: ${copied} gekopieerd (${(bytes / 1e6).toFixed(1)} MB), ${present} waren er al.`)
  return result
}

async function advice(folder: PrivateFiles, s3: PrivateFiles, results: MoveResult[]): Promise<string> {
  let arriving = 0
  for (const key of await folder.listWrittenBefore(new Date(8.64e15)))
    if ((await s3.size(key)) === null) arriving += 1
  if (arriving > 0) return `Nog ${arriving} uploads komen in de map aan: begin over een dag opnieuw.`
  if (results.some(({ copied }) => copied > 0))
    return 'Alles staat in S3. Begin opnieuw tot er niets meer te kopiëren is: dan kunnen de mappen media en files weg.'
  return 'Alles staat in S3: de mappen media en files in DATA_DIR kunnen weg.'
}
