import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/port.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Installed when needed, because Kubernetes' schemas are large and nothing else needs them. */
const SCHEMAS = ['kubernetes-models@4.5.1', 'yaml@2.9.1']

/** The programs that read the files for a deployment, by the package of Debian that has them. */
export const readers = [
  { name: 'docker-compose', program: '/usr/bin/docker-compose', check: checkCompose },
  { name: 'haproxy', program: '/usr/sbin/haproxy', check: checkHaproxy },
  { name: 'patroni', program: '/usr/bin/patroni', check: checkPatroni },
  { name: 'redis-sentinel', program: '/usr/bin/redis-sentinel', check: checkSentinel },
  { name: 'caddy', program: '/usr/bin/caddy', check: checkCaddy },
  { name: 'systemd', program: '/usr/bin/systemd-analyze', check: checkSystemd },
  { name: 'prometheus', program: '/usr/bin/promtool', check: checkPrometheus },
]

/**
 * Lets the programs that read the files for a deployment check them.
 * @throws Error with a program's message about its file
 */
export async function checkConfigurations(
  checks: { check: (folder: string) => Promise<void> }[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-deploy-'))
  try {
    for (const part of ['compose.yaml', 'Dockerfile', 'deploy'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    for (const { check } of checks) await check(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkCompose(folder: string): Promise<void> {
  const example = await readFile(join(folder, 'deploy/compose.env.example'), 'utf8')
  const filledIn = example.replace(/=$/gm, '=filled-in')
  await writeFile(join(folder, '.env'), `${filledIn}\nREPLICATION_PASSWORD=filled-in\n`)
  for (const file of ['compose.yaml', 'deploy/highly-available/compose.yaml']) {
    const args = ['--file', file, '--project-directory', '.', 'config', '--quiet']
    await run('docker-compose', args, { cwd: folder })
    console.log(`${file} is read`)
  }
}

async function checkHaproxy(folder: string): Promise<void> {
  await run('haproxy', ['-c', '-f', join(folder, 'deploy/highly-available/haproxy.cfg')])
  console.log('haproxy.cfg is read')
}

/** The keys that Patroni's check wants, and Patroni does without. */
const OPTIONAL = ['bootstrap.pg_hba', 'postgresql.authentication.rewind']

async function checkPatroni(folder: string): Promise<void> {
  const file = join(folder, 'deploy/highly-available/patroni.yaml')
  const [installed] = await readdir('/usr/lib/postgresql')
  // Of a member's image, as its check looks for them.
  const text = (await readFile(file, 'utf8'))
    .replace('/usr/lib/postgresql/17/', `/usr/lib/postgresql/${installed}/`)
    .replace('/var/lib/postgresql/patroni', join(folder, 'member'))
  await writeFile(file, text)
  // The check connects to etcd, and asks it nothing.
  const etcd = createServer().listen(0, '127.0.0.1')
  await once(etcd, 'listening')
  const env = {
    ...process.env,
    PATRONI_NAME: 'postgres-1',
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${(etcd.address() as AddressInfo).port}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: 'postgres-1:8008',
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: 'postgres-1:5432',
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: 'filled-in',
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: 'filled-in',
  }
  const said = await run('patroni', ['--validate-config', file], { env }).catch((error: unknown) => error)
  etcd.close()
  const { stdout, stderr } = said as { stdout: string; stderr: string }
  const complaints = `${stdout}\n${stderr}`.split('\n').filter(line => {
    const isOptional = OPTIONAL.some(name => line.startsWith(`${name} `) && line.endsWith(' is not defined.'))
    return line.trim() !== '' && !isOptional
  })
  if (complaints.length > 0) throw new Error(`patroni.yaml: ${complaints.join('\n')}`)
  console.log('patroni.yaml is read')
}

/** Sentinel has no check of its own: it is started, and ends by itself where its file has an error. */
async function checkSentinel(folder: string): Promise<void> {
  const file = join(folder, 'deploy/highly-available/sentinel.conf')
  // It looks the primary's name up when it starts.
  const text = (await readFile(file, 'utf8'))
    .replace('redis-1', '127.0.0.1')
    .replace('26379', String(await freePort()))
  await writeFile(file, text)
  const sentinel = spawn('redis-sentinel', [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  for await (const part of sentinel.stdout) {
    log += String(part)
    if (log.includes('+monitor master gloed')) sentinel.kill()
  }
  if (!log.includes('+monitor master gloed 127.0.0.1 6379 quorum 2')) throw new Error(`sentinel.conf: ${log}`)
  console.log('sentinel.conf is read')
}

async function checkCaddy(folder: string): Promise<void> {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'deploy/Caddyfile')]
  await run('caddy', args, { env: { ...process.env, DOMAIN: 'www.example.com' } })
  console.log('Caddyfile is read')
}

/** Exposure goes from 0 to 10; systemd calls it OK below 2.5. */
const MOST_EXPOSED = 20
const UNITS = ['gloed.service', 'gloed-backup.service', 'gloed-backup.timer']

async function checkSystemd(folder: string): Promise<void> {
  const units = UNITS.map(name => join(folder, 'deploy', name))
  for (const unit of units) {
    // It must name a program that exists.
    const text = (await readFile(unit, 'utf8')).replace('/opt/gloed/current/bin/gloed', '/bin/true')
    await writeFile(unit, text)
  }
  const { stderr } = await run('systemd-analyze', ['verify', ...units])
  if (stderr.includes('gloed')) throw new Error(stderr)
  for (const unit of units.filter(name => name.endsWith('.service')))
    await run('systemd-analyze', ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit])
  console.log(`${UNITS.join(', ')} are read, and expose little`)
}

async function checkPrometheus(folder: string): Promise<void> {
  const own = join(folder, 'deploy/prometheus')
  for (const file of ['prometheus.yaml', 'kamal.yaml'])
    await run('promtool', ['check', 'config', join(own, file)])
  await run('promtool', ['test', 'rules', join(root, 'tests/deploy/alerts.yaml')])
  console.log('Prometheus reads its configuration, and alerts pass their tests')
}

interface Manifest {
  apiVersion: string
  kind: string
}
interface Yaml {
  parseAllDocuments(text: string): { toJS(): unknown }[]
}
type Models = Record<string, new (manifest: Manifest) => { validate(): void }>

export async function checkKubernetes(folder: string): Promise<void> {
  await run('npm', ['install', '--no-save', '--prefix', folder, ...SCHEMAS])
  const load = createRequire(join(folder, 'package.json'))
  const yaml = load('yaml') as Yaml
  const files = ['gloed.yaml', 'restore.yaml', 'highly-available.yaml'].map(name =>
    join(folder, 'deploy/kubernetes', name),
  )
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  for (const document of texts.flatMap(text => yaml.parseAllDocuments(text))) {
    const manifest = document.toJS() as Manifest
    const models = load(`kubernetes-models/${manifest.apiVersion}`) as Models
    const Model = models[manifest.kind]
    if (!Model) throw new Error(`Kubernetes has no ${manifest.apiVersion} ${manifest.kind}`)
    new Model(manifest).validate()
    console.log(`${manifest.kind} is valid`)
  }
}
