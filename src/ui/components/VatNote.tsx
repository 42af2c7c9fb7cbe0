import { useShop } from '../page/boot.ts'

/** A note next to a price that it includes VAT, if it does. */
export const VatNote = () =>
  useShop().pricesIncludeVat && <span className="text-small font-normal text-ink-soft">incl. btw</span>

/** The same of a price for a business that accounts for the VAT itself. */
export const WithoutVatNote = () => <span className="text-small font-normal text-ink-soft">zonder btw</span>
