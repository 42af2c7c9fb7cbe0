import type { RealRows } from './rows.ts'
import { orderRows } from './rowsOfOrders.ts'
import { paymentRows } from './rowsOfPayments.ts'
import { peopleRows } from './rowsOfPeople.ts'
import { productRows } from './rowsOfProducts.ts'

/** The first entry that matches an operation and has the field gives its value; all fields of an entry come from one row. */
const realRows: RealRows[] = [...orderRows, ...paymentRows, ...peopleRows, ...productRows]

export const realRowsFor = (key: string, field: string): RealRows | undefined =>
  realRows.find(({ of, fields }) => of.test(key) && fields.includes(field))
