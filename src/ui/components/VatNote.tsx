import { useShop } from '../boot.ts'

/** Says beside a price that VAT is in it, where it is. */
export const VatNote = () =>
  useShop().pricesIncludeVat && <span className="text-small font-normal text-ink-soft">incl. btw</span>
