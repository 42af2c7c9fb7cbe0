import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Attack {
  /** Of its reports and in the summary. */
  name: string
  program: string
  /** Seconds after which it is ended. */
  limit: number
  args: (folder: string) => string[]
  /** The findings of the tool, one line each. */
  findings: (folder: string, output: string) => string[]
}

export interface Write {
  method: 'POST' | 'PUT'
  path: string
  cookie: string
  body: object
}

export interface Addresses {
  /** The node. */
  node: string
  /** Caddy before it, with TLS. */
  proxy: string
  cookie: string
  /** Paths of calls that only read. */
  calls: string[]
  /** Calls that change something, with a body that is taken as it is. */
  writes: Write[]
  /** A file with the addresses of those calls that have a query. */
  list: string
}

/** All but those that ask a server of the tool's makers. */
const WAPITI_MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

interface WapitiReport {
  vulnerabilities: Record<string, { method: string; path: string; info: string }[]>
}

const readWapiti = (folder: string): string[] => {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as WapitiReport
  return Object.entries(report.vulnerabilities).flatMap(([kind, found]) =>
    found.map(({ method, path, info }) => `${kind}: ${method} ${path} ${info}`),
  )
}

const wapiti = ({ node, cookie, calls }: Addresses): Attack => ({
  name: 'wapiti',
  program: 'wapiti',
  limit: 420,
  args: folder => [
    ...`--url ${node}/ --module ${WAPITI_MODULES} --flush-session --no-bugreport`.split(' '),
    ...`--max-scan-time 60 --max-attack-time 20 --store-session ${folder}`.split(' '),
    ...`--format json --output ${join(folder, 'report.json')} --header`.split(' '),
    `Cookie: ${cookie}`,
    ...calls.flatMap(path => ['--start', node + path]),
  ],
  findings: readWapiti,
})

const SQLMAP = '--batch --level 1 --risk 1 --technique BEU --threads 4 --flush-session'.split(' ')

const readSqlmap = (folder: string): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith('.csv'))
    .flatMap(file => readFileSync(join(folder, file), 'utf8').trim().split('\n').slice(1))
    .filter(line => line.split(',')[2])

const sqlmapQueries = ({ cookie, list }: Addresses): Attack => ({
  name: 'sqlmap-queries',
  program: 'sqlmap',
  limit: 420,
  args: folder => [...SQLMAP, '-m', list, '--cookie', cookie, '--output-dir', folder],
  findings: readSqlmap,
})

/** Refusals are answers like any other. */
const REFUSALS = '400,401,403,404,409,422'

/** Each value of a body in JSON. */
const sqlmapBodies = ({ node, writes }: Addresses): Attack[] =>
  writes.map(({ method, path, cookie, body }) => ({
    name: `sqlmap-${method.toLowerCase()}${path.replaceAll('/', '-')}`,
    program: 'sqlmap',
    limit: 120,
    args: folder => [
      ...SQLMAP,
      ...`-u ${node}${path} --method ${method} --ignore-code ${REFUSALS} --output-dir ${folder}`.split(' '),
      '--cookie',
      cookie,
      '--data',
      JSON.stringify(body),
      '--headers',
      'Content-Type: application/json',
    ],
    findings: (_, output) =>
      output.split('\n').filter(line => /is vulnerable|appears to be .*injectable/.test(line)),
  }))

const slow = (name: string, url: string, mode: string): Attack => ({
  name,
  program: 'slowhttptest',
  limit: 60,
  args: folder =>
    `${mode} -u ${url} -c 1000 -r 200 -i 5 -l 40 -p 3 -g -o ${join(folder, 'report')}`.split(' '),
  findings: (_, output) => {
    const seen = [...output.matchAll(/second:[\s\S]*?service available:\s*(YES|NO)/g)].map(([, is]) => is)
    const missing = seen.filter(is => is === 'NO').length
    return missing > 0 ? [`its own probe got no answer at ${missing} of ${seen.length} looks`] : []
  },
})

const slowAttacks = ({ node, proxy }: Addresses): Attack[] =>
  [
    ['node', node],
    ['proxy', proxy],
  ].flatMap(([place = '', origin = '']) => [
    slow(`slow-headers-${place}`, `${origin}/`, '-H'),
    slow(`slow-body-${place}`, `${origin}/api/login`, '-B -f application/json'),
    slow(`slow-read-${place}`, `${origin}/`, '-X -k 3 -w 10 -y 20 -n 5 -z 32'),
  ])

const testssl = ({ proxy }: Addresses): Attack => ({
  name: 'testssl',
  program: 'testssl',
  limit: 900,
  args: folder => [
    ...'--quiet --color 0 --warnings off --nodns none --ip 127.0.0.1'.split(' '),
    '--jsonfile',
    join(folder, 'report.json'),
    proxy,
  ],
  findings: folder =>
    (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Record<string, string>[])
      .filter(({ severity = '' }) => ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'].includes(severity))
      .map(({ severity, id, finding }) => `${severity} ${id}: ${finding}`),
})

const nikto = ({ node, cookie }: Addresses): Attack => ({
  name: 'nikto',
  program: 'nikto',
  limit: 180,
  args: folder => [
    ...`-host ${node} -ask no -nointeractive -maxtime 150s -Format csv`.split(' '),
    '-output',
    join(folder, 'report.csv'),
    '-O',
    `STATIC-COOKIE=${cookie}`,
  ],
  findings: folder => readFileSync(join(folder, 'report.csv'), 'utf8').trim().split('\n').slice(1),
})

export const attacksOn = (target: Addresses): Attack[] => [
  ...slowAttacks(target),
  testssl(target),
  ...sqlmapBodies(target),
  sqlmapQueries(target),
  wapiti(target),
  nikto(target),
]
