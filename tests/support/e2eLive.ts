import type { Page } from '@playwright/test'
import type { Toy } from '../../src/live/toys/contract.ts'
import { expect } from './screen.ts'

/** The demo's customer. */
export const demoCustomer = { email: 'klant@gloed.test', password: 'gloed-demo-2026' }

export const intensitySlider = (page: Page) => page.getByRole('slider', { name: 'Intensiteit' })
export const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })
export const endButton = (page: Page) => page.getByRole('button', { name: 'Sessie beëindigen' })
const countdown = (page: Page) => page.getByRole('timer', { name: 'Aftellen' })

export async function signIn(page: Page) {
  expect((await page.request.post('/api/login', { data: demoCustomer })).status()).toBe(200)
}

/** The first toy of the list; the shop and its provider use the same name. */
export async function firstToy(page: Page): Promise<Toy> {
  const [toy] = (await (await page.request.get('/api/toys')).json()) as Toy[]
  if (!toy) throw new Error('the demo has no toy')
  return toy
}

interface Virtual {
  id: string
  level: number
  runningUntil: string | null
}

/** The toy's current output, read from its provider. */
export async function levelOf(page: Page, { id }: Toy): Promise<number | undefined> {
  const toys = (await (await page.request.get('/simulator/lovense/toys')).json()) as Virtual[]
  return toys.find(toy => toy.id === id)?.level
}

export const expectLevel = (page: Page, toy: Toy, level: number) =>
  expect.poll(() => levelOf(page, toy)).toBe(level)

/** Goes from the list to the control page. */
export async function startSessionWith(page: Page, { name }: Toy) {
  await page.goto('/live')
  // The countdown is short: it is looked for from before it begins.
  await Promise.all([
    countdown(page).waitFor(),
    page.getByRole('button', { name: `Start met ${name}` }).click(),
  ])
}
