import { type Column, sql, type SQL } from 'drizzle-orm'
import type { LabelPicture, ProductManual, ProductSafety } from './contract.ts'
import { economicOperators, labelPictures, productManuals, productSafety } from './table.ts'
import { qualified } from '../../../platform/db/sql.ts'

const operatorSql = (id: SQL): SQL => sql`(
  select json_build_object('name', o.name, 'address', o.address, 'country', o.country, 'electronicAddress', o.electronic_address)
  from ${economicOperators} o where o.id = ${id}
)`

export const labelPicturesSql = (productId: SQL | Column): SQL<LabelPicture[]> => sql`(
  select coalesce(json_agg(json_build_object('url', l.url, 'alt', l.alt) order by l.position), '[]')
  from ${labelPictures} l where l.product_id = ${qualified(productId)}
)`

export const manualsSql = (productId: SQL | Column): SQL<ProductManual[]> => sql`(
  select coalesce(
    json_agg(json_build_object('id', m.id, 'language', m.language, 'bytes', m.bytes)
      order by array_position(array['nl', 'fr', 'de', 'en'], m.language)),
    '[]')
  from ${productManuals} m where m.product_id = ${qualified(productId)}
)`

/** The safety information of a product as JSON, for a query of products; null when it has none. */
export const productSafetySql = (productId: SQL | Column): SQL<ProductSafety | null> => sql`(
  select json_build_object(
    'manufacturer', ${operatorSql(sql`s.manufacturer_id`)}, 'responsiblePerson', ${operatorSql(sql`s.responsible_person_id`)},
    'model', s.model, 'warnings', s.warnings, 'warningsFr', s.warnings_fr, 'materials', s.materials, 'radio', s.radio,
    'battery', s.battery,
    'labelPictures', ${labelPicturesSql(sql`s.product_id`)}, 'manuals', ${manualsSql(sql`s.product_id`)}
  ) from ${productSafety} s where s.product_id = ${qualified(productId)}
)`
