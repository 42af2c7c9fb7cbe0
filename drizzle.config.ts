import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./src/**/{table,*.table}.ts', './simulators/**/table.ts'],
  out: './migrations',
})
