import {
  type BoundFunctions,
  type ByRoleMatcher,
  type queries,
  screen,
  waitFor,
  within,
} from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { address } from './demoProducts.ts'

type Part = Pick<typeof screen, 'findByLabelText' | 'findByRole'>

/** A text that contains this one, with any spaces and in any case. */
export const like = (text: string) =>
  new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`), 'i')
const matcher = (name: string | RegExp) => (typeof name === 'string' ? like(name) : name)

/** The steps of a user in a part of the page; a name that is a string may be a part of the whole name. */
export function stepsIn(user: UserEvent, part: Part = screen) {
  const labelled = (label: string | RegExp) => part.findByLabelText(matcher(label))
  return {
    /** Waits until it may be pressed, as a browser test does. */
    press: async (name: string | RegExp, role: ByRoleMatcher = 'button') => {
      const find = () => part.findByRole(role, { name: matcher(name) })
      let found = await find()
      if (found.matches(':disabled'))
        await expect.poll(async () => (found = await find()).matches(':disabled')).toBe(false)
      await user.click(found)
    },
    /** Replaces the text of a field. */
    fill: async (label: string | RegExp, text: string) => {
      const field = await labelled(label)
      await user.clear(field)
      if (text !== '') await user.paste(text)
    },
    /** Chooses in a list, whose options may still have to come. */
    choose: async (label: string | RegExp, option: string) => {
      const list = async () => (await labelled(label)) as HTMLSelectElement
      await expect.poll(async () => [...(await list()).options].map(({ text }) => text)).toContain(option)
      await user.selectOptions(await list(), option)
    },
    labelled,
  }
}

type Query = (...given: unknown[]) => unknown
type Queries = BoundFunctions<typeof queries>

/**
 * The steps of a user in a dialog that is open or opens, and the queries of its parts. Each looks the dialog up, since another stands in
 * for it until its code has loaded.
 */
export async function stepsInDialog(user: UserEvent, name: string | RegExp) {
  const named = { name: matcher(name) }
  await screen.findByRole('dialog', named)
  const look = (query: string, given: unknown[]) => {
    const found = within(screen.getByRole('dialog', named)) as unknown as Record<string, Query>
    return found[query]?.(...given)
  }
  const part = new Proxy({} as Queries, {
    get(_, key): Query | undefined {
      const query = String(key)
      if (/^(get|query)/.test(query)) return (...given) => look(query, given)
      if (!query.startsWith('find')) return undefined
      return (...given) => waitFor(() => look(query.replace('find', 'get'), given))
    },
  })
  return { in: part, ...stepsIn(user, part) }
}

export async function untilNoDialog(): Promise<void> {
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
}

/** A dialog takes keys from when it has the focus and is the uppermost, a frame after it opened. */
export async function closeByEscape(user: UserEvent): Promise<void> {
  await expect
    .poll(async () => {
      await user.keyboard('{Escape}')
      return screen.queryByRole('dialog')
    })
    .toBeNull()
}

export async function untilGone(text: string | RegExp): Promise<void> {
  await expect.poll(() => screen.queryAllByText(text).length).toBe(0)
}

/** The text with single spaces. */
export const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''

/** The row of a table or the item of a list that has this text, as one text; empty while there is none. */
export const textOfRow = (text: string, role = 'row') =>
  textOf(screen.queryAllByRole(role).find(row => textOf(row).includes(text)))

export const currentUrl = () => location.pathname + location.search + location.hash

/** The amount as `textOf` returns it. */
export const euros = (cents: number) => `€ ${(cents / 100).toFixed(2).replace('.', ',')}`

/** The button of a product that puts it in the cart. */
export const cartButtonOf = ({ name }: { name: string }) =>
  new RegExp(`^(In winkelwagen|Toegevoegd|Uitverkocht).*: ${name}$`)

/** Puts a product in the cart with its first button on the page. */
export async function addToCart(user: UserEvent, product: { name: string }) {
  const [button] = await screen.findAllByRole('button', { name: cartButtonOf(product) })
  await user.click(button as HTMLElement)
  await screen.findByRole('button', { name: /^Winkelwagen, [1-9]/ })
}

export async function startOrdering(user: UserEvent) {
  const { press } = stepsIn(user)
  await press(/^Winkelwagen/)
  await press('Verder naar bestellen')
  return stepsInDialog(user, 'Bestellen')
}

/** Fills in the form of an address. */
export async function typeAddress({ fill }: Pick<ReturnType<typeof stepsIn>, 'fill'>) {
  await fill(/^Voornaam/, address.firstName)
  await fill(/^Achternaam/, address.lastName)
  await fill(/^Straat/, address.street)
  await fill(/^Huisnummer/, address.houseNumber)
  await fill(/^Postcode/, address.postalCode)
  await fill(/^Stad/, address.city)
}
