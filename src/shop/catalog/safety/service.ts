import { type Column, sql, type SQL } from 'drizzle-orm'
import type { ProductSafety } from './contract.ts'
import { economicOperators, productSafety } from './table.ts'

const operatorSql = (id: SQL): SQL => sql`(
  select json_build_object('name', o.name, 'address', o.address, 'country', o.country, 'electronicAddress', o.electronic_address)
  from ${economicOperators} o where o.id = ${id}
)`

/** The safety information of a product as JSON, for a query of products; null when it has none. */
export const productSafetySql = (productId: SQL | Column): SQL<ProductSafety | null> => sql`(
  select json_build_object(
    'manufacturer', ${operatorSql(sql`s.manufacturer_id`)}, 'responsiblePerson', ${operatorSql(sql`s.responsible_person_id`)},
    'model', s.model, 'warnings', s.warnings, 'warningsFr', s.warnings_fr, 'materials', s.materials, 'radio', s.radio,
    'battery', s.battery
  ) from ${productSafety} s where s.product_id = ${productId}
)`
