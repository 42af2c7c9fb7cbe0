import type { BulkField, LineField } from './bulk.contract.ts'

/**
 * The names of the columns in the file, also shown on screen. Not in the contract: that is in every visitor's first bundle.
 */
export const columnNames: Record<LineField, string> = {
  name: 'Naam',
  description: 'Omschrijving',
  categoryId: 'Categorie',
  price: 'Prijs',
  shippingCost: 'Verzendkosten',
  stock: 'Voorraad',
  isActive: 'Actief',
  showShippingOptions: 'Verzendopties',
  showCommentsField: 'Opmerkingenveld',
  hygieneSealed: 'Hygiënezegel',
  taxClass: 'Btw-soort',
  weight: 'Gewicht (g)',
  length: 'Lengte (cm)',
  width: 'Breedte (cm)',
  height: 'Hoogte (cm)',
  barcode: 'Barcode',
  contentMl: 'Inhoud in ml',
  contentGrams: 'Inhoud in gram',
}

export const bulkFieldNames: Record<BulkField, string> = { ...columnNames, salePrice: 'Actieprijs' }
