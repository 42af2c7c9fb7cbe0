import { useShop } from '../../ui/boot.ts'
import { CompanyDetails } from '../../ui/shell/CompanyDetails.tsx'

/** Who sells, as the owner has set it. */
export const SellerDetails = () => (
  <div className="rounded-inner bg-sunken p-5">
    <CompanyDetails company={useShop().company} />
  </div>
)

/** Where one writes to; the details when no address is known. */
export function ContactEmail() {
  const { email } = useShop().company
  return email ? <a href={`mailto:${email}`}>{email}</a> : <>het adres hierboven</>
}
