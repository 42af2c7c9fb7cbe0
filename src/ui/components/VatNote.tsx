import { useShop } from '../boot.ts'

/** A note next to a price that it includes VAT, if it does. */
export const VatNote = () =>
  useShop().pricesIncludeVat && <span className="text-small font-normal text-ink-soft">incl. btw</span>
