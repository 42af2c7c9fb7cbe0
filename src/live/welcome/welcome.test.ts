import { expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import { setPublic } from '../../../tests/support/guests.ts'
import { showCreator } from '../../../tests/support/shownCreator.ts'
import { blockUser } from '../blocks/contract.ts'
import { blockedUsers } from '../blocks/table.ts'
import { toys } from '../toys/table.ts'
import { readLiveWelcome } from './contract.ts'

const control = controlFixture()
const look = async () => (await control.shop.newClient().call(readLiveWelcome)).body
const names = async () => (await look()).creators.map(({ stageName }) => stageName)

it('a visitor learns how many are online, and sees who opened her page in a public shop', async () => {
  await showCreator(control.shop, control.creator)
  expect(await look()).toEqual({
    online: 1,
    creators: [],
    perMinute: 133,
    first: { minutes: 5, price: 1000 },
  })
  await showCreator(control.shop, control.creator, { isOpenToVisitors: true })
  expect(await names()).toEqual([])
  await setPublic(control.shop)
  expect(await names()).toEqual(['Noor'])
  await control.db().update(toys).set({ onAir: false })
  expect(await look()).toMatchObject({ online: 0, creators: [] })
  await setPublic(control.shop, false)
})

it('a creator who hides from anyone is not counted for visitors', async () => {
  const { userId } = await control.newCustomer(0)
  await control.creator.call(blockUser, { userId })
  expect(await look()).toMatchObject({ online: 0 })
  await control.db().delete(blockedUsers).where(eq(blockedUsers.userId, userId))
  expect(await look()).toMatchObject({ online: 1 })
})
