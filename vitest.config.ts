import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { minifyInline } from './vite.config.ts'

const apart = ['**/node_modules/**', 'dist/**', 'data/**']
const places = '{src,tests,simulators,bench,tools}/**'
const servers = `${places}/*.servers.test.ts`
const screens = `${places}/*.screen.test.tsx`

/** A test that opens a shop, a database, a simulator or a project of its own does so through `tests/support`; rendering and data open nothing. */
const opensSomething = (file: string) =>
  /^(import|}) .*from '[./]+(tests\/)?support\/(?!renderPage|promotionData)/m.test(readFileSync(file, 'utf8'))
const opening = globSync(`${places}/*.test.{ts,tsx}`, { exclude: [screens] }).filter(opensSomething)

const shared = {
  setupFiles: ['tests/support/failOnConsoleError.ts'],
  // What a file opens, it closes; loading the whole shop once a thread rather than once a file saves a third of all work.
  isolate: false,
  // A fresh embedded database takes seconds when the machine is busy.
  hookTimeout: 120_000,
  testTimeout: 90_000,
}
/** Node strips the types itself, without a transform; it can't read `.tsx`, which no server code imports. */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ['tests/support/sourceImports.ts', ...shared.setupFiles],
}
const template = ['tests/support/databaseTemplate.ts']

/**
 * Files that take longest, also when nothing else runs. In a fresh clone vitest knows no durations and begins with the largest files; some of these
 * are the smallest, and would keep one core busy for minutes after all others.
 */
const longest = [
  'tests/fuzz/fuzz.servers',
  'tests/simulation/simulation.servers',
  'tests/chaos/rollingUpgrade.servers',
  'src/backoffice/backups/restoreKilled.servers',
  'src/backoffice/backups/embedded.servers',
  'src/backoffice/backups/backups.servers',
  'src/live/sessions/engine/lyingEnds',
  'src/live/sessions/engine/lyingToys',
  'src/live/sessions/engine/socket',
  'src/live/sessions/queue/queue',
  'src/platform/http/slowReaders',
].map(name => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex(name => moduleId.endsWith(name))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // Threads start faster than processes, and nothing here needs a process of its own; those that do spawn one.
    pool: 'threads',
    // Twice the cores: half of what a test does is wait, for a database, a server or a second to pass.
    maxWorkers: 2 * availableParallelism(),
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [minifyInline],
        test: {
          ...shared,
          name: 'unit',
          include: [`${places}/*.test.{ts,tsx}`],
          exclude: [...apart, ...opening, servers, screens],
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'integration',
          globalSetup: template,
          include: opening,
          exclude: [...apart, servers],
          // A live session lasts seconds, in which its test waits.
          maxWorkers: 3 * availableParallelism(),
          sequence: { groupOrder: 3 },
        },
      },
      {
        plugins: [minifyInline],
        test: {
          ...shared,
          name: 'components',
          // The first test of a thread opens its shop.
          testTimeout: 180_000,
          // A page's calls take seconds on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          // As in a browser, a test that fails once is shown and counted apart, and one that fails twice fails the run.
          retry: 1,
          environment: 'happy-dom',
          // Each thread opens a shop, which takes longer than ten tests.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
          globalSetup: [...template, 'tests/support/screenFolder.ts'],
          include: [screens],
          exclude: apart,
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'servers',
          globalSetup: ['tests/support/sharedPostgres.ts'],
          include: [servers],
          exclude: apart,
          // Each starts nodes and servers of its own, and waits for them for a third of the time.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
