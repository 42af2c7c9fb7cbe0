import { defineConfig } from 'vitest/config'

const apart = ['**/node_modules/**', 'dist/**', 'data/**']
const servers = '{src,tests,simulators,bench,demo}/**/*.servers.test.ts'

const shared = {
  setupFiles: ['tests/support/quiet.ts'],
  // A fresh embedded database takes seconds when the machine is busy.
  hookTimeout: 60_000,
  testTimeout: 20_000,
}

export default defineConfig({
  test: {
    // Threads start faster than processes, and nothing here needs a process of its own; those that do spawn one.
    pool: 'threads',
    maxWorkers: '100%',
    allowOnly: false,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          globalSetup: ['tests/support/template.ts'],
          include: ['{src,tests,simulators,bench,demo}/**/*.test.{ts,tsx}'],
          exclude: [...apart, servers],
        },
      },
      { test: { ...shared, name: 'servers', include: [servers], exclude: apart, fileParallelism: false } },
    ],
  },
})
