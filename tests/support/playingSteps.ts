import type { Page } from '@playwright/test'
import { dialog } from './e2eCustomer.ts'
import {
  endButton,
  firstToy,
  intensitySlider,
  signIn as signInAsPlayer,
  startSessionWith,
} from './e2eLive.ts'
import { expect } from './screen.ts'

// The states of a live session and of the studio, for the lists of screens.

/** As the customer of the demo, who has minutes. */
export async function listOfToys(page: Page): Promise<string> {
  await signInAsPlayer(page)
  return '/live'
}

export async function startSession(page: Page): Promise<void> {
  await startSessionWith(page, await firstToy(page))
}

export async function raiseLevel(page: Page): Promise<void> {
  await expect(intensitySlider(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Zacht, speelt nu')).toBeVisible()
}

export async function seeAllPatterns(page: Page): Promise<void> {
  await expect(page.getByText('Dit patroon speelt nu')).toBeVisible()
  await page.getByRole('button', { name: 'Alle 30' }).click()
  await expect(dialog(page, 'Alle patronen').getByRole('button', { name: 'metronome' })).toBeVisible()
}

export async function leaveSession(page: Page): Promise<void> {
  await dialog(page, 'Alle patronen').getByRole('button', { name: 'Sluiten' }).click()
  await page.getByRole('link', { name: /naar de startpagina$/ }).click()
  await expect(page.getByRole('dialog', { name: 'Je sessie loopt nog' })).toBeVisible()
}

export async function endSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hier blijven' }).click()
  await endButton(page).click()
  await expect(page.getByText('Gebruikt: 1 minuut.')).toBeVisible()
}

/** As the creator of the demo. */
export async function studio(page: Page): Promise<string> {
  const creator = { email: 'model@gloed.test', password: 'gloed-demo-2026' }
  await page.request.post('/api/login', { data: creator })
  return '/studio'
}

export async function tryAddress(page: Page): Promise<void> {
  const bridge = dialog(page, 'Via Intiface')
  await bridge.getByRole('textbox', { name: 'Adres van Intiface' }).fill('ws://192.168.1.4:12345')
  await bridge.getByRole('button', { name: 'Verbinden' }).click()
  await expect(bridge.getByText(/^Kies een adres op deze computer/)).toBeVisible()
}

export async function makeStopLink(page: Page): Promise<void> {
  const name = `Kaart ${crypto.randomUUID().slice(0, 8)}`
  const link = dialog(page, 'Stoplink maken')
  await link.getByLabel('Naam').fill(name)
  await link.getByRole('button', { name: 'Maken' }).click()
  await expect(link.getByRole('img', { name: `QR-code van de stoplink ${name}` })).toBeVisible()
}
