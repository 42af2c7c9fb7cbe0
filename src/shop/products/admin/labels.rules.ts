import type { BulkField, FileField } from './bulk/contract.ts'

/**
 * The names of the columns in the file, also shown on screen. Not in the contract: that is in every visitor's first bundle.
 */
export const columnNames: Record<FileField, string> = {
  name: 'Naam',
  description: 'Omschrijving',
  categoryId: 'Categorie',
  price: 'Prijs',
  purchasePrice: 'Inkoopprijs',
  shippingCost: 'Verzendkosten',
  stock: 'Voorraad',
  isActive: 'Actief',
  showShippingOptions: 'Verzendopties',
  showCommentsField: 'Opmerkingenveld',
  hygieneSealed: 'Hygiënezegel',
  hasSexualContent: 'Seksuele inhoud',
  taxClass: 'Btw-soort',
  weight: 'Gewicht (g)',
  length: 'Lengte (cm)',
  width: 'Breedte (cm)',
  height: 'Hoogte (cm)',
  barcode: 'Barcode',
  contentMl: 'Inhoud in ml',
  contentGrams: 'Inhoud in gram',
  manufacturerId: 'Fabrikant',
  responsiblePersonId: 'Verantwoordelijke in de EU',
  model: 'Model',
  warnings: 'Waarschuwingen',
  warningsFr: 'Waarschuwingen in het Frans',
  materials: 'Materialen',
  radio: 'Radio',
  battery: 'Batterij',
}

export const bulkFieldNames: Record<BulkField, string> = { ...columnNames, salePrice: 'Actieprijs' }
