import { formatCents } from '../../wire/money.ts'
import type { AuditAction, AuditDetails, AuditSubjectKind } from './contract.ts'

/** The names of the actions. Not in the contract: that is in every visitor's first bundle. */
export const auditActionLabels: Record<AuditAction, string> = {
  ORDER_STATUS_SET: 'Status van een bestelling gezet',
  ORDER_PAID_BY_HAND: 'Bestelling met de hand betaald',
  ORDER_SENT: 'Bestelling verzonden',
  ORDER_DELIVERED: 'Digitaal geleverd',
  ORDER_LINE_PICKED: 'Regel van een bestelling gepakt',
  ORDER_REFUNDED: 'Bestelling terugbetaald',
  PAYMENT_RETURNED: 'Betaling teruggestort',
  REFUND_MENDED: 'Terugbetaling hersteld',
  MINUTES_REFUNDED: 'Minuten terugbetaald',
  MINUTES_ADJUSTED: 'Minuten aangepast',
  MINUTES_CHARGED_BACK: 'Minuten teruggeboekt',
  MINUTE_DEBT_SETTLED: 'Openstaand bedrag afgehandeld',
  GIFT_ADDED: 'Wens toegevoegd',
  GIFT_CHANGED: 'Wens gewijzigd',
  GIFT_REMOVED: 'Wens verwijderd',
  GIFTS_ARRANGED: 'Wensen op volgorde gezet',
  GIFT_REFUNDED: 'Cadeau terugbetaald',
  PRODUCT_ADDED: 'Product toegevoegd',
  PRODUCT_CHANGED: 'Product gewijzigd',
  PRODUCT_REMOVED: 'Product verwijderd',
  DIGITAL_FILE_ADDED: 'Bestand toegevoegd',
  DIGITAL_FILE_REMOVED: 'Bestand uit de verkoop gehaald',
  CODES_ADDED: 'Codes toegevoegd',
  CODES_REMOVED: 'Codes verwijderd',
  PICTURE_ADDED: 'Foto toegevoegd',
  CATEGORY_ADDED: 'Categorie toegevoegd',
  CATEGORY_CHANGED: 'Categorie gewijzigd',
  CATEGORY_REMOVED: 'Categorie verwijderd',
  REVIEW_MODERATED: 'Review beoordeeld',
  SETTINGS_CHANGED: 'Instellingen gewijzigd',
  CONTENT_DRAFTED: 'Concept van een tekst bewaard',
  CONTENT_DRAFT_DISCARDED: 'Concept van een tekst weggegooid',
  CONTENT_PUBLISHED: 'Tekst gepubliceerd',
  SHIPPING_ZONE_ADDED: 'Verzendzone toegevoegd',
  SHIPPING_ZONE_CHANGED: 'Verzendzone gewijzigd',
  SHIPPING_ZONE_REMOVED: 'Verzendzone verwijderd',
  SHIPPING_RATE_ADDED: 'Verzendtarief toegevoegd',
  SHIPPING_RATE_CHANGED: 'Verzendtarief gewijzigd',
  SHIPPING_RATE_REMOVED: 'Verzendtarief verwijderd',
  JOBS_RETRIED: 'Taken opnieuw geprobeerd',
  JOBS_DISCARDED: 'Taken weggegooid',
  BOOKS_CHECKED: 'Boekhouding nagekeken',
  WITHDRAWAL_ANSWERED: 'Herroeping beantwoord',
  WITHDRAWAL_LINES_DECIDED: 'Regels van een herroeping beoordeeld',
  MAIL_SENT_AGAIN: 'Mail opnieuw verstuurd',
  SESSION_STOPPED: 'Sessie gestopt',
  SESSION_DECLINED: 'Sessie geweigerd',
  TOY_STOPPED: 'Toy gestopt',
  TOY_SWITCHED: 'Toy aan- of uitgezet',
  TOY_CHANGED: 'Toy gewijzigd',
  TOYS_STOPPED: 'Alle toys gestopt',
  ADMIN_ADDED: 'Beheerder toegevoegd',
  ADMIN_RESET: 'Tweede stap van een beheerder gewist',
  USER_ROLE_SET: 'Rol gewijzigd',
  USER_CHANGED: 'Account gewijzigd',
  DATA_EXPORTED: 'Kopie van gegevens gemaakt',
  ACCOUNT_CLOSED: 'Account gesloten',
  ACCOUNT_ERASED: 'Account gewist',
  APP_PAIRED: 'App gekoppeld',
  USER_BLOCKED: 'Iemand geblokkeerd',
  USER_UNBLOCKED: 'Blokkering opgeheven',
}

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
  CONTENT: 'tekst',
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
  asksAcceptance: 'opnieuw te accepteren',
  bytes: 'bytes',
  carrier: 'verzender',
  categoryId: 'categorie',
  city: 'plaats',
  companyNumber: 'ondernemingsnummer',
  legalForm: 'rechtsvorm',
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
  version: 'versie',
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
