import type { Page } from '@playwright/test'

export const widths = { phone: 390, desktop: 1440 } as const

/** A picture of `docs/screens.md`. */
export interface Screen {
  group: 'Shop' | 'Selling' | 'Live' | 'Account' | 'Back office'
  name: string
  title: string
  device: keyof typeof widths
  scheme: 'light' | 'dark'
  /** The demo account that is logged in; a visitor without one. */
  as?: 'admin' | 'klant' | 'model'
  path: string
  /** The preparation before the picture is taken. */
  prepare?: (page: Page) => Promise<unknown>
}
