/** Values of the database for the fields of some operations. */
export interface RealRows {
  /** The operations, by their key. */
  of: RegExp
  /** The fields that it gives; the column `owner` is the id of their owner, and null where they are everybody's. */
  fields: string[]
  sql: string
}

export const rows = (of: RegExp, fields: string, sql: string): RealRows => ({
  of,
  fields: fields.split(' '),
  sql,
})
