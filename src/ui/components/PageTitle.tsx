import { useShop } from '../boot.ts'

/** The title of the browser tab, which screen readers announce on navigation. */
export const PageTitle = ({ children }: { children: string }) => (
  <title>{`${children} · ${useShop().name}`}</title>
)
