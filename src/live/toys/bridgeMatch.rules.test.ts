import { expect, it } from 'vitest'
import { matchDevices, type KnownToy } from './bridgeMatch.rules.ts'

const toy = (id: string, bridgeDevice: number, more: Partial<KnownToy> = {}): KnownToy => ({
  id,
  model: 'lovense lush',
  maxIntensity: 20,
  unconfirmedCap: null,
  bridgeLink: 'before',
  bridgeDevice,
  ...more,
})
const lush = (device: number) => ({ device, name: 'Lovense Lush' })
const match = (known: KnownToy[], devices: number[], link = 'now') =>
  matchDevices(known, devices.map(lush), link).map(({ device, toyId, unconfirmedCap }) => [
    device.device,
    toyId,
    unconfirmedCap,
  ])

const capped = toy('a', 0, { maxIntensity: 4 })
const free = toy('b', 1)

it.each<[string, KnownToy[], number[], string, unknown[]]>([
  ['a new device is a new toy', [], [3], 'now', [[3, null, null]]],
  [
    'new devices of one name are new toys',
    [],
    [0, 1],
    'now',
    [
      [0, null, null],
      [1, null, null],
    ],
  ],
  ['a name that only one has tells, whatever its number', [capped], [29], 'now', [[29, 'a', null]]],
  [
    'numbers tell within a connection',
    [capped, free],
    [0, 1],
    'before',
    [
      [0, 'a', null],
      [1, 'b', null],
    ],
  ],
  [
    'one that came back under another number is the one that went',
    [capped, free],
    [0, 7],
    'before',
    [
      [0, 'a', null],
      [7, 'b', null],
    ],
  ],
  [
    'in another connection neither is known, and the lower cap holds for both',
    [capped, free],
    [0, 1],
    'now',
    [
      [0, 'a', 4],
      [1, 'b', 4],
    ],
  ],
  ['which of the two came back alone is not known', [capped, free], [5], 'now', [[5, 'a', 4]]],
  [
    'nor which of two is the new one',
    [capped],
    [0, 1],
    'now',
    [
      [0, 'a', 4],
      [1, null, 4],
    ],
  ],
  [
    'one stays held until it is confirmed, also when more come',
    [
      { ...capped, unconfirmedCap: 4 },
      { ...free, unconfirmedCap: 4 },
    ],
    [0, 1, 2],
    'before',
    [
      [0, 'a', 4],
      [1, 'b', 4],
      [2, null, 4],
    ],
  ],
])('%s', (_, known, devices, link, expected) => expect(match(known, devices, link)).toEqual(expected))

it('a name of another toy is nobody’s', () =>
  expect(matchDevices([capped], [{ device: 0, name: 'Aurora' }], 'before')).toMatchObject([{ toyId: null }]))
