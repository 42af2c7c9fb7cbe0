import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { Toy } from '../../src/live/toys/contract.ts'
import { visitShop } from '../support/renderScreen.tsx'

const person = (slug: string, stageName: string, likes: string[]): NonNullable<Toy['creator']> => ({
  slug,
  stageName,
  portraitUrl: null,
  mood: null,
  likes,
  rating: null,
  reviewCount: 0,
})
const people = [
  person('linde', 'Linde', ['rust']),
  person('sol', 'Sol', ['ritme']),
  person('tess', 'Tess', ['geduld']),
  person('noor', 'Noor', ['langzame golven']),
]

/** A customer at the lobby whose toys belong to these people, of whom the first two are busy. */
async function openLobby(others = people) {
  const customer = await visitShop('klant@gloed.test')
  const toys = await customer.send<Toy[]>('GET', '/api/toys')
  const shown = others.flatMap((creator, index): Toy[] => {
    const toy = toys[index]
    const busySince = new Date(Date.now() - 12.5 * 60_000).toISOString()
    return toy ? [{ ...toy, creator, ...(index < 2 && { busy: true, busySince, waiting: index }) }] : []
  })
  customer.intercept(({ path }, goOn) =>
    path === '/api/toys' ? Promise.resolve(Response.json(shown)) : goOn(),
  )
  return { customer, user: await customer.open('/live') }
}

const names = () =>
  within(screen.getByRole('region', { name: 'Nu online' }))
    .queryAllByRole('article')
    .map(card => within(card).getByRole('heading').textContent)

it('the lobby shows favourites first, then who is free, and who is busy for how long', async () => {
  const { customer, user } = await openLobby()
  await screen.findByRole('article', { name: 'Noor' })
  expect(names()).toEqual(['Tess', 'Noor', 'Linde', 'Sol'])
  const busy = within(screen.getByRole('region', { name: 'Bezig' }))
  expect(await busy.findAllByText('bezig sinds 12 min')).toHaveLength(2)
  expect(busy.getByText('Bezet, 1 in de rij')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Noor als favoriet' }))
  await expect.poll(names).toEqual(['Noor', 'Tess', 'Linde', 'Sol'])
  await user.click(screen.getByRole('button', { name: 'Zeg het me als Noor online is' }))
  await expect
    .poll(() => customer.send('GET', '/api/follows'))
    .toMatchObject([{ creator: { slug: 'noor' }, wantsNotice: true }])
  await screen.findByRole('button', { name: 'Zeg het me als Noor online is', pressed: true })
  await user.click(screen.getByRole('button', { name: 'Noor als favoriet' }))
  await expect.poll(names).toEqual(['Tess', 'Noor', 'Linde', 'Sol'])
})

it('a search finds people by their likes, and nobody for a word that the owner forbids', async () => {
  const admin = await visitShop('admin@gloed.test')
  const { settings, version } = await admin.send<{ settings: object; version: number }>(
    'GET',
    '/api/admin/settings',
  )
  await admin.send('PUT', '/api/admin/settings', { ...settings, forbiddenWords: 'ritme', version })
  const { user } = await openLobby()
  const field = await screen.findByRole('searchbox', { name: 'Zoek op wat iemand leuk vindt' })
  await user.type(field, 'géd')
  await expect.poll(names).toEqual(['Tess'])
  await user.clear(field)
  await user.type(field, 'ritme')
  await screen.findByText('We vonden nu niemand voor “ritme”')
  expect(names()).toEqual([])
  await user.clear(field)
  await expect.poll(names).toHaveLength(4)
})

it('the lobby says that everybody is busy, and that nobody is there', async () => {
  await openLobby(people.slice(0, 2))
  await screen.findByText('Iedereen is nu bezig. Ga in de rij, dan hoor je het als je aan de beurt bent.')
  await openLobby([])
  expect(await screen.findByText('Er is nu niemand online')).toBeDefined()
})

it('the lobby shows favourites who are not online, whose pages say what one hears', async () => {
  const { customer } = await openLobby()
  await customer.send('PUT', '/api/follows/vesper', { wantsNotice: false })
  const user = await customer.open('/live')
  const absent = await screen.findByRole('region', { name: 'Je favorieten die nu niet online zijn' })
  await user.click(within(absent).getByText('Vesper'))
  await user.click(await screen.findByRole('button', { name: 'Zeg het me als ze online is' }))
  await screen.findByRole('button', { name: 'Je hoort het als ze online is', pressed: true })
  await user.click(screen.getByRole('button', { name: 'Bij je favorieten' }))
  expect(await screen.findByRole('button', { name: 'Bewaar als favoriet' })).toBeDefined()
})
