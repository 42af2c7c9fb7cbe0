import { expect, it } from 'vitest'
import { describeStatusChange } from './statusChange.rules.ts'

const day = '2026-11-20T12:00:00.000Z'
const none = { paidAt: null, shippedAt: null, deliveredAt: null }
const paid = { ...none, paidAt: day }

it.each([
  [{ ...none, status: 'PENDING' }, 'PENDING', 'Er verandert niets.'],
  [{ ...none, status: 'PENDING' }, 'PAID', 'met de hand betaald'],
  [{ ...none, status: 'PENDING' }, 'CANCELLED', 'Wat vastgehouden werd, komt weer vrij.'],
  [{ ...paid, status: 'PAID' }, 'PROCESSING', 'Alleen de status verandert.'],
  [{ ...paid, status: 'PAID' }, 'SHIPPED', 'onderweg'],
  [{ ...paid, status: 'PAID' }, 'CANCELLED', 'De stuks gaan terug op de plank.'],
  [{ ...paid, status: 'PAID' }, 'CANCELLED', 'Er gaat geen geld terug'],
  [{ ...paid, status: 'CANCELLED' }, 'PROCESSING', 'De stuks gaan van de voorraad af.'],
  [{ ...none, status: 'CANCELLED' }, 'PENDING', 'De stuks worden weer vastgehouden.'],
] as const)('describes a change from %o to %s', (order, status, said) =>
  expect(describeStatusChange(order, status).join(' ')).toContain(said),
)
