import type { ReactNode } from 'react'
import { EmailAddress } from '../../../ui/components/EmailAddress.tsx'
import type { EconomicOperator, ProductSafety } from './contract.ts'

/** Who makes a product, and what to watch out for. */
export const ProductSafetySection = ({ safety }: { safety: ProductSafety }) => (
  <section aria-labelledby="safety" className="grid gap-4">
    <h2 id="safety" className="display text-heading">
      Veiligheid en fabrikant
    </h2>
    <dl className="grid gap-4 text-ink-soft">
      <Fact name="Waarschuwingen" text={safety.warnings} />
      <Fact name="Avertissements" text={safety.warningsFr} lang="fr" />
      <Fact name="Materialen" text={safety.materials} />
      <Fact name="Radio" text={safety.radio} />
      <Fact name="Batterij" text={safety.battery} />
      <Fact name="Model" text={safety.model} />
      <Operator title="Fabrikant" operator={safety.manufacturer} />
      {safety.responsiblePerson && (
        <Operator title="Verantwoordelijk in de EU" operator={safety.responsiblePerson} />
      )}
    </dl>
  </section>
)

interface EntryProps {
  name: string
  lang?: string | undefined
  children: ReactNode
}

const Entry = ({ name, lang, children }: EntryProps) => (
  <div lang={lang}>
    <dt className="text-small font-medium text-ink">{name}</dt>
    <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
  </div>
)

const Fact = ({ text, ...entry }: Omit<EntryProps, 'children'> & { text: string | null }) =>
  text !== null && <Entry {...entry}>{text}</Entry>

const Operator = ({ title, operator }: { title: string; operator: EconomicOperator }) => (
  <Entry name={title}>
    {operator.name}
    {'\n'}
    {operator.address}
    {'\n'}
    {operator.electronicAddress.includes('://') ? (
      <a href={operator.electronicAddress} rel="noreferrer" className="underline underline-offset-4">
        {operator.electronicAddress}
      </a>
    ) : (
      <EmailAddress>{operator.electronicAddress}</EmailAddress>
    )}
  </Entry>
)
