import { useShop } from '../page/boot.ts'
import { NEUTRAL_TITLE, useDiscretion } from '../visitor/discretion.ts'

/** The title of the browser tab, which screen readers announce on navigation; the same everywhere when the visitor wants that. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useShop()
  return <title>{useDiscretion().isDiscreet ? NEUTRAL_TITLE : `${children} · ${name}`}</title>
}
