import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addLot,
  addTestShare,
  entriesOf,
  playMinutes,
  type TestLot,
} from '../../../tests/support/earnings.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import type { ShareTerms } from './contract.ts'
import { bookGiftEarnings } from './service.ts'

let shop: TestShop
let admin: TestUser
let player: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  player = await shop.newUser()
})
afterAll(() => shop.close())

/** The expected entries, typed by hand: gross, VAT, fee, base and the creator's cents. */
type Booked = [gross: number, vat: number, fee: number, base: number, cents: number]

const quick: TestLot = { minutes: 5, value: 1000, vat: 174, fee: 32 }
const session: TestLot = { minutes: 5, value: 800, vat: 139, fee: 32 }
const ultimate: TestLot = { minutes: 60, value: 6000, vat: 1041, fee: 133 }
const free: TestLot = { minutes: 10, value: 0 }
/** Of a business that accounts for the VAT itself. */
const untaxed: TestLot = { minutes: 5, value: 826, vat: 0, fee: 40 }

const cases: [
  name: string,
  terms: Partial<ShareTerms>,
  lots: TestLot[],
  spends: number[],
  booked: Booked[],
][] = [
  ['one minute of the short package', {}, [quick], [1], [[200, 34, 6, 166, 100]]],
  ['its first two minutes at once', {}, [quick], [2], [[400, 69, 12, 331, 199]]],
  [
    'its first two minutes one by one, rounded once',
    {},
    [quick],
    [1, 1],
    [
      [200, 34, 6, 166, 100],
      [200, 35, 6, 165, 99],
    ],
  ],
  ['all of it at once', {}, [quick], [5], [[1000, 174, 32, 826, 496]]],
  [
    'all of it one by one, to the same sum',
    {},
    [quick],
    [1, 1, 1, 1, 1],
    [
      [200, 34, 6, 166, 100],
      [200, 35, 6, 165, 99],
      [200, 35, 7, 165, 99],
      [200, 35, 6, 165, 99],
      [200, 35, 7, 165, 99],
    ],
  ],
  ['the price in a session', {}, [session], [5], [[800, 139, 32, 661, 397]]],
  ['one minute at the price in a session', {}, [session], [1], [[160, 27, 6, 133, 80]]],
  ['the longest package', {}, [ultimate], [60], [[6000, 1041, 133, 4959, 2975]]],
  ['a minute of the longest package', {}, [ultimate], [1], [[100, 17, 2, 83, 50]]],
  ['three minutes of the longest package', {}, [ultimate], [3], [[300, 52, 6, 248, 149]]],
  [
    'three of its minutes one by one',
    {},
    [ultimate],
    [1, 1, 1],
    [
      [100, 17, 2, 83, 50],
      [100, 17, 2, 83, 50],
      [100, 18, 2, 82, 49],
    ],
  ],
  ['the fee taken off first', { deductsFee: true }, [quick], [5], [[1000, 174, 32, 794, 476]]],
  ['the fee taken off one minute', { deductsFee: true }, [quick], [1], [[200, 34, 6, 160, 96]]],
  [
    'the fee taken off the longest package',
    { deductsFee: true },
    [ultimate],
    [60],
    [[6000, 1041, 133, 4826, 2896]],
  ],
  ['half', { basisPoints: 5000 }, [quick], [1], [[200, 34, 6, 166, 83]]],
  ['half of an odd amount, up', { basisPoints: 5000 }, [session], [1], [[160, 27, 6, 133, 67]]],
  [
    'half of two odd amounts, once',
    { basisPoints: 5000 },
    [session],
    [1, 1],
    [
      [160, 27, 6, 133, 67],
      [160, 28, 6, 132, 66],
    ],
  ],
  ['nothing', { basisPoints: 0 }, [quick], [1], [[200, 34, 6, 166, 0]]],
  ['everything', { basisPoints: 10_000 }, [quick], [5], [[1000, 174, 32, 826, 826]]],
  ['a part of a percent', { basisPoints: 6667 }, [quick], [5], [[1000, 174, 32, 826, 551]]],
  ['a hundredth of a percent', { basisPoints: 1 }, [quick], [5], [[1000, 174, 32, 826, 0]]],
  [
    'a hundredth of a percent of much',
    { basisPoints: 1 },
    [{ minutes: 60, value: 6100, vat: 1059 }],
    [60],
    [[6100, 1059, 0, 5041, 1]],
  ],
  ['a business without VAT', {}, [untaxed], [5], [[826, 0, 40, 826, 496]]],
  [
    'a business without VAT, the fee taken off',
    { deductsFee: true },
    [untaxed],
    [5],
    [[826, 0, 40, 786, 472]],
  ],
  [
    'the Dutch rate of 21 percent on 15 minutes',
    {},
    [{ minutes: 15, value: 2500, vat: 434 }],
    [15],
    [[2500, 434, 0, 2066, 1240]],
  ],
  ['a rate of 19 percent', {}, [{ minutes: 15, value: 2500, vat: 399 }], [15], [[2500, 399, 0, 2101, 1261]]],
  ['a rate of 25 percent', {}, [{ minutes: 15, value: 2500, vat: 500 }], [15], [[2500, 500, 0, 2000, 1200]]],
  [
    'a rate of 27 percent, one minute',
    {},
    [{ minutes: 5, value: 1000, vat: 213 }],
    [1],
    [[200, 42, 0, 158, 95]],
  ],
  [
    'a small enterprise without VAT',
    {},
    [{ minutes: 5, value: 1000, fee: 25 }],
    [1],
    [[200, 0, 5, 200, 120]],
  ],
  ['a free minute, at the lowest price without VAT', {}, [free], [1], [[0, 0, 0, 83, 50]]],
  ['ten free minutes', {}, [free], [10], [[0, 0, 0, 830, 498]]],
  [
    'free minutes one by one, rounded once',
    {},
    [free],
    [1, 1, 1],
    [
      [0, 0, 0, 83, 50],
      [0, 0, 0, 83, 50],
      [0, 0, 0, 83, 49],
    ],
  ],
  ['a free minute at an agreed price', { freeMinuteCents: 40 }, [free], [1], [[0, 0, 0, 40, 24]]],
  ['free minutes that count for nothing', { freeMinuteCents: 0 }, [free], [2], [[0, 0, 0, 0, 0]]],
  ['no fee is taken off a free minute', { deductsFee: true }, [free], [1], [[0, 0, 0, 83, 50]]],
  [
    'two lots in one entry',
    {},
    [quick, session],
    [6],
    [
      [1000, 174, 32, 826, 496],
      [160, 27, 6, 133, 79],
    ],
  ],
  [
    'a free lot and a paid one in one entry',
    {},
    [{ minutes: 1, value: 0 }, quick],
    [2],
    [
      [0, 0, 0, 83, 50],
      [200, 34, 6, 166, 99],
    ],
  ],
  [
    'a paid lot and a free one in one entry',
    {},
    [session, free],
    [7],
    [
      [800, 139, 32, 661, 397],
      [0, 0, 0, 166, 99],
    ],
  ],
  [
    'three lots in one entry',
    {},
    [{ minutes: 1, value: 100, vat: 17 }, { minutes: 1, value: 0 }, quick],
    [3],
    [
      [100, 17, 0, 83, 50],
      [0, 0, 0, 83, 50],
      [200, 34, 6, 166, 99],
    ],
  ],
  [
    'a lot over two entries',
    {},
    [session, session],
    [4, 4],
    [
      [640, 111, 25, 529, 317],
      [160, 28, 7, 132, 80],
      [480, 83, 19, 397, 238],
    ],
  ],
  [
    'a price that the minutes do not divide',
    {},
    [{ minutes: 3, value: 1000, vat: 174, fee: 32 }],
    [1, 1, 1],
    [
      [333, 58, 10, 275, 165],
      [333, 58, 11, 275, 165],
      [334, 58, 11, 276, 166],
    ],
  ],
  ['a price of a cent', {}, [{ minutes: 1, value: 1 }], [1], [[1, 0, 0, 1, 1]]],
  [
    'a fee above the price',
    { deductsFee: true },
    [{ minutes: 1, value: 20, vat: 3, fee: 32 }],
    [1],
    [[20, 3, 32, 0, 0]],
  ],
]

it.each(cases)('%s', async (_, terms, lots, spends, booked) => {
  const { id: creatorId } = (await shop.newUser('MODEL')).user
  const { id: playerId } = (await shop.newUser()).user
  await addTestShare(shop, admin.user.id, creatorId, terms)
  for (const lot of lots) await addLot(shop, playerId, lot)
  const started = { sessionId: randomUUID(), startedAt: new Date(), creatorId, playerId }
  for (const minutes of spends) await playMinutes(shop, started, minutes)
  const entries = await entriesOf(shop, creatorId)
  expect(
    entries.map(({ grossCents, vatCents, feeCents, baseCents, cents }) => [
      grossCents,
      vatCents,
      feeCents,
      baseCents,
      cents,
    ]),
  ).toEqual(booked)
})

it('a share that changes in the middle of a session is that of the next one', async () => {
  const { id: creatorId } = (await shop.newUser('MODEL')).user
  const { id: playerId } = player.user
  await addLot(shop, playerId, quick)
  const startedAt = new Date()
  await addTestShare(shop, admin.user.id, creatorId, { startsAt: new Date(startedAt.getTime() - 1000) })
  const first = { sessionId: randomUUID(), startedAt, creatorId, playerId }
  await playMinutes(shop, first, 1)
  const changesAt = new Date(startedAt.getTime() + 1000)
  await addTestShare(shop, admin.user.id, creatorId, { basisPoints: 7000, startsAt: changesAt })
  await playMinutes(shop, first, 1)
  await playMinutes(shop, { ...first, sessionId: randomUUID(), startedAt: changesAt }, 1)
  const entries = await entriesOf(shop, creatorId)
  expect(entries.map(({ basisPoints, cents }) => [basisPoints, cents])).toEqual([
    [6000, 100],
    [6000, 99],
    [7000, 116],
  ])
})

it('a share of everyone counts until a creator has her own, and another source has another', async () => {
  const { id: creatorId } = (await shop.newUser('MODEL')).user
  const { id: playerId } = (await shop.newUser()).user
  await addLot(shop, playerId, quick)
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
  await addTestShare(shop, admin.user.id, null, { basisPoints: 5500, startsAt: at(10) })
  await addTestShare(shop, admin.user.id, creatorId, { basisPoints: 9000, source: 'GIFTS', startsAt: at(10) })
  await addTestShare(shop, admin.user.id, creatorId, { basisPoints: 7000, startsAt: at(30) })
  for (const seconds of [5, 20, 40])
    await playMinutes(shop, { sessionId: randomUUID(), startedAt: at(seconds), creatorId, playerId }, 1)
  const entries = await entriesOf(shop, creatorId)
  expect(entries.map(({ basisPoints, cents }) => [basisPoints, cents])).toEqual([
    [6000, 100],
    [5500, 91],
    [7000, 116],
  ])
})

it('a creator who plays with her own toy earns nothing', async () => {
  const { id } = (await shop.newUser('MODEL')).user
  await addLot(shop, id, quick)
  await playMinutes(shop, { sessionId: randomUUID(), startedAt: new Date(), creatorId: id, playerId: id }, 2)
  expect(await entriesOf(shop, id)).toEqual([])
})

it.each([
  ['a gift', {}, [2500, 434, 32], 1653],
  ['a gift with the fee taken off', { deductsFee: true }, [2500, 434, 32], 1627],
  ['a gift of a business', {}, [2066, 0, 32], 1653],
  ['a small gift, half up', { basisPoints: 5000 }, [605, 105, 0], 250],
  ['a gift of an odd amount, half up', { basisPoints: 5000 }, [1010, 175, 0], 418],
] as const)('%s', async (_, terms, [grossCents, vatCents, feeCents], cents) => {
  const { id: creatorId } = (await shop.newUser('MODEL')).user
  await addTestShare(shop, admin.user.id, creatorId, { source: 'GIFTS', basisPoints: 8000, ...terms })
  const paidAt = new Date()
  const finalAt = new Date(paidAt.getTime() + 1000)
  const gift = { giftId: randomUUID(), creatorId, grossCents, vatCents, feeCents, paidAt, finalAt }
  const { db } = shop.node.platform
  await db.transaction(tx => bookGiftEarnings(tx, shop.node.platform, gift))
  expect(await entriesOf(shop, creatorId)).toMatchObject([
    { source: 'GIFTS', grossCents, vatCents, cents, payableAt: finalAt },
  ])
  const again = () => db.transaction(tx => bookGiftEarnings(tx, shop.node.platform, gift))
  await expect(again()).rejects.toThrow('Failed query')
})
