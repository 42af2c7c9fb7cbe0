import { useShop } from '../boot.ts'

/** The page's name in the browser's tab, and what a screen reader hears on arrival. */
export const PageTitle = ({ children }: { children: string }) => (
  <title>{`${children} · ${useShop().name}`}</title>
)
