import { generateKey } from '../../backoffice/backups/key.service.ts'
import { backUp } from '../../backoffice/backups/service.ts'
import { sendServerCommand } from '../../platform/cluster/commandSocket.ts'
import { isOfSystem, readConfig, StartupError } from '../../platform/config.ts'
import { secretFingerprint } from '../../platform/crypto/keys.ts'
import { createLog, standardOutput } from '../../platform/telemetry/log.ts'
import { copyEmbedded } from '../../platform/db/embeddedCopy.ts'
import { openFileStores } from '../../platform/files/fileStores.ts'
import { runCommandProgram } from '../../platform/cluster/commandProgram.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `npm run backup`: of the configured database and files, also while the shop serves; `-- new-key FILE` makes a key pair. */
void runCommandProgram(
  async () => {
    const [command, path] = process.argv.slice(2)
    if (command === 'new-key' && path !== undefined) print(await generateKey(path))
    else if (command === undefined) await makeBackup()
    else throw new StartupError('Gebruik: npm run backup, of npm run backup -- new-key BESTAND')
  },
  error => error instanceof StartupError || isOfSystem(error),
)

async function makeBackup(): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir } = config
  const running = await sendServerCommand(dataDir, ['secret-fingerprint'])
  if (running?.isDone && running.message !== secretFingerprint(config))
    throw new StartupError(
      'De winkel draait met een andere SESSION_SECRET: geef de back-up dezelfde variabelen.',
    )
  const stores = await openFileStores(config, createLog(config.logLevel, standardOutput()))
  const copyDatabase = (to: string) => copyEmbedded(dataDir, to)
  const { folder, manifest, newFiles, unreadable, future } = await backUp(
    { config, stores, copyDatabase },
    new Date(),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  print(`Back-up gemaakt: ${folder}`)
  print(`${rows} rijen, ${manifest.files.length} bestanden (${newFiles} nieuw).`)
  for (const name of unreadable)
    print(`Back-up ${name} is onleesbaar: haal zijn map weg. Tot dan blijven alle bestanden bewaard.`)
  for (const name of future)
    print(
      `Back-up ${name} heeft een datum in de toekomst en telt niet mee: kijk de klok na, en haal zijn map weg.`,
    )
  if (manifest.publicKey !== null) return
  const secret = config.sessionSecret === undefined ? ', en het geheim van de winkel staat erin' : ''
  print(`Hij is niet versleuteld${secret}: stel BACKUP_PUBLIC_KEY in.`)
}
