import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop } from './support/shop.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const alerts = read('deploy/prometheus/alerts.yaml')
const runbook = read('docs/runbook.md')
interface Panel {
  id: number
  targets?: { expr: string }[]
}
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: Panel[] }

/** Everything that a node can give out, the series of a histogram included. */
const offered = new Set<string>()
let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const { body } = await shop.newClient().request('GET', '/metrics')
  for (const [, name = '', type] of String(body).matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    offered.add(name)
    if (type === 'histogram') for (const part of ['bucket', 'count', 'sum']) offered.add(`${name}_${part}`)
  }
})
afterAll(() => shop.close())

const metricsIn = (text: string) => [...new Set(text.match(/\b(?:gloed|nodejs|process)_\w+/g))]
const namesOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name]) => name)
const alertNames = namesOf(/^ +- alert: (\w+)$/gm, alerts)

it('alerts and the dashboard name metrics that a node gives out', () => {
  const expressions = panels.flatMap(({ targets = [] }) => targets).map(({ expr }) => expr)
  expect(metricsIn(alerts).length).toBeGreaterThan(10)
  expect(expressions.length).toBeGreaterThan(20)
  const named = [...metricsIn(alerts), ...metricsIn(expressions.join('\n'))]
  expect(named.filter(name => !offered.has(name))).toEqual([])
})

it('every metric of ours is on the dashboard or in an alert', () => {
  const watched = [alerts, JSON.stringify(panels)].join('\n')
  const own = [...offered].filter(name => /^gloed_.*(?<!_(bucket|count|sum))$/.test(name))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter(name => !watched.includes(name))).toEqual([])
})

it('every alert has its meaning and its remedy in the runbook, and the runbook has no other', () => {
  expect(alertNames.length).toBeGreaterThan(15)
  expect(namesOf(/^## (\w+)$/gm, runbook)).toEqual(alertNames)
  expect(namesOf(/runbook: docs\/runbook\.md#(\w+)$/gm, alerts)).toEqual(
    alertNames.map(name => name?.toLowerCase()),
  )
  // The meaning of the alert, and the advice.
  for (const [, line] of runbook.matchAll(/^## \w+\n(.*)$/gm))
    expect(line).toMatch(/^\S.{20,}\. · \S.{20,}\.$/)
})

it('the panels of the dashboard have ids of their own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})
