import { useShop } from '../../ui/boot.ts'
import { describeCompany } from '../../wire/companyText.ts'
import { CompanyDetails } from '../../ui/shell/CompanyDetails.tsx'

/** The seller's details from the settings. */
export const SellerDetails = () => (
  <div className="rounded-inner bg-sunken p-5 max-sm:-mx-3 max-sm:p-4">
    <CompanyDetails company={useShop().company} />
  </div>
)

/** `een eenmanszaak in België` */
export const CompanyDescription = () => <>{describeCompany(useShop().company)}</>

/** The contact address; the seller's details when there is none. */
export function ContactEmail() {
  const { email } = useShop().company
  return email ? <a href={`mailto:${email}`}>{email}</a> : <>het adres hierboven</>
}
