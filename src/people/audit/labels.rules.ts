import { formatCents } from '../../wire/money.ts'
import type { AuditDetails, AuditSubjectKind } from './contract.ts'

export const auditSubjectLabels: Record<AuditSubjectKind, string> = {
  ORDER: 'bestelling',
  PAYMENT: 'betaling',
  REFUND: 'terugbetaling',
  PURCHASE: 'aankoop van minuten',
  GIFT: 'wens',
  GIVING: 'cadeau',
  PRODUCT: 'product',
  PICTURE: 'foto',
  CATEGORY: 'categorie',
  REVIEW: 'review',
  SETTINGS: 'instellingen',
  SHIPPING_ZONE: 'verzendzone',
  SHIPPING_RATE: 'verzendtarief',
  QUEUE: 'soort taak',
  BOOKS: 'boekhouding',
  WITHDRAWAL: 'herroeping',
  MAIL: 'mail',
  SESSION: 'sessie',
  TOY: 'toy',
  USER: 'account',
}

/** Labels of the most frequent fields; other fields are shown by their name in the code. */
const auditFieldLabels: Record<string, string> = {
  active: 'actief',
  amountCents: 'bedrag',
  approved: 'goedgekeurd',
  bytes: 'bytes',
  carrier: 'verzender',
  categoryId: 'categorie',
  city: 'plaats',
  companyNumber: 'ondernemingsnummer',
  complaintsAddress: 'klachtenadres',
  count: 'aantal',
  countries: 'landen',
  country: 'land',
  deliveryTime: 'levertijd',
  description: 'beschrijving',
  displayName: 'weergavenaam',
  email: 'e-mailadres',
  erased: 'gewist',
  firstName: 'voornaam',
  height: 'hoogte',
  holidayNotice: 'bericht',
  hygieneSealed: 'verzegeld',
  images: 'foto’s',
  imageUrl: 'hoofdfoto',
  isActive: 'actief',
  isSingle: 'eenmalig',
  lastName: 'achternaam',
  length: 'lengte',
  maxHeight: 'hoogte',
  maxIntensity: 'maximum',
  maxLength: 'lengte',
  maxWidth: 'breedte',
  minutes: 'minuten',
  name: 'naam',
  names: 'velden',
  onAir: 'in de lucht',
  ownerId: 'voor wie',
  phone: 'telefoon',
  picked: 'gepakt',
  picture: 'foto',
  placeholderRating: 'verzonnen beoordeling',
  postalCode: 'postcode',
  price: 'prijs',
  reason: 'reden',
  resolution: 'hoe',
  restocked: 'terug in voorraad',
  role: 'rol',
  serviceName: 'dienst',
  shippingCost: 'verzendkosten',
  shopName: 'winkelnaam',
  showCommentsField: 'opmerkingenveld',
  showShippingOptions: 'verzendopties',
  sku: 'SKU',
  slug: 'webadres',
  stock: 'voorraad',
  stoppedBy: 'gestopt door',
  stopReason: 'reden',
  storefrontAccess: 'toegang',
  street: 'straat',
  trackingCost: 'prijs van track & trace',
  vatMode: 'btw',
  vatNumber: 'btw-nummer',
  weight: 'gewicht',
  weightFrom: 'vanaf gram',
  weightTo: 'tot gram',
  width: 'breedte',
}
const centFields = new Set(['amountCents', 'price', 'shippingCost', 'trackingCost'])

/** One text per field: `{ price: { from: 1000, to: 1200 } }` → `['prijs: € 10,00 → € 12,00']`. */
export const describeAuditDetails = (details: AuditDetails): string[] =>
  Object.entries(details).map(
    ([name, value]) => `${auditFieldLabels[name] ?? name}: ${describeChange(name, value)}`,
  )

function describeChange(name: string, value: unknown): string {
  const isChange = typeof value === 'object' && value !== null && 'from' in value && 'to' in value
  return isChange
    ? `${formatAuditValue(name, value.from)} → ${formatAuditValue(name, value.to)}`
    : formatAuditValue(name, value)
}

function formatAuditValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg'
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (typeof value === 'number') return centFields.has(name) ? formatCents(value) : String(value)
  // `names` holds which name fields changed, not their values.
  if (typeof value === 'string') return name === 'names' ? (auditFieldLabels[value] ?? value) : value
  return Array.isArray(value)
    ? value.map(item => formatAuditValue(name, item)).join(', ')
    : JSON.stringify(value)
}
