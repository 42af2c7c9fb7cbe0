import { and, asc, eq, getTableColumns, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import { diffForAudit } from '../../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../../people/audit/service.ts'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { onlyRow } from '../../../../platform/db/sql.ts'
import { needsResponsiblePerson } from '../../safety/rules.ts'
import { labelPicturesSql, manualsSql } from '../../safety/service.ts'
import { economicOperators, productSafety } from '../../safety/table.ts'
import { products } from '../../catalog/table.ts'
import { Problem } from '../../../../wire/problem.ts'
import { productNotFound } from '../list.service.ts'
import type { AdminProductSafety, changeOperator, createOperator, setProductSafety } from './contract.ts'

export const findOperators = (db: Db) =>
  db.select().from(economicOperators).orderBy(asc(economicOperators.name), asc(economicOperators.id))

export const addOperator = (db: Db, by: string, fields: z.output<typeof createOperator.input>) =>
  db.transaction(async tx => {
    const added = onlyRow(await tx.insert(economicOperators).values(fields).returning())
    const { name, country } = added
    const details = { name, country }
    await recordAuditEntry(tx, { by, action: 'OPERATOR_ADDED', subjectId: added.id, details })
    return added
  })

/** @throws Problem NOT_FOUND; INVALID_INPUT when it leaves the EU and products have nobody else who answers for them */
export const updateOperator = (
  db: Db,
  by: string,
  { operatorId, ...fields }: z.output<typeof changeOperator.input>,
) =>
  db.transaction(async tx => {
    const own = eq(economicOperators.id, operatorId)
    const [before] = await tx.select().from(economicOperators).where(own).for('update')
    if (!before) throw operatorNotFound()
    const details = diffForAudit(before, fields)
    if (Object.keys(details).length === 0) return before
    if (needsResponsiblePerson(fields)) await assertOutsideEuAllowed(tx, operatorId)
    const changed = onlyRow(await tx.update(economicOperators).set(fields).where(own).returning())
    await recordAuditEntry(tx, { by, action: 'OPERATOR_CHANGED', subjectId: operatorId, details })
    return changed
  })

async function assertOutsideEuAllowed(tx: Tx, operatorId: string): Promise<void> {
  const { manufacturerId, responsiblePersonId } = productSafety
  const isSole = and(eq(manufacturerId, operatorId), isNull(responsiblePersonId))
  if ((await tx.$count(productSafety, or(eq(responsiblePersonId, operatorId), isSole))) === 0) return
  const message = 'Er zijn producten waarvoor dan niemand in de EU instaat. Kies daar eerst iemand.'
  throw new Problem('INVALID_INPUT', { fields: { country: message } })
}

const operatorNotFound = () => new Problem('NOT_FOUND', { message: 'Deze fabrikant bestaat niet meer.' })

/** Null when it has none. @throws Problem NOT_FOUND */
export async function findProductSafety(db: Db, productId: string): Promise<AdminProductSafety | null> {
  if ((await db.$count(products, eq(products.id, productId))) === 0) throw productNotFound()
  const [found] = await db
    .select({
      ...getTableColumns(productSafety),
      labelPictures: labelPicturesSql(productSafety.productId),
      manuals: manualsSql(productSafety.productId),
    })
    .from(productSafety)
    .where(eq(productSafety.productId, productId))
  return found ?? null
}

/**
 * Sets the safety information of a product, whose row is locked.
 * @throws Problem NOT_FOUND; PRODUCT_CHANGED for another version; INVALID_INPUT for an operator that is gone, or without one in the EU
 */
export const saveProductSafety = (
  db: Db,
  by: string,
  { productId, version, ...fields }: z.output<typeof setProductSafety.input>,
) =>
  db.transaction(async tx => {
    const own = eq(products.id, productId)
    const [product] = await tx
      .select({ id: products.id, parentId: products.parentId })
      .from(products)
      .where(own)
      .for('no key update')
    if (!product) throw productNotFound()
    if (product.parentId !== null)
      throw new Problem('INVALID_INPUT', { message: 'De veiligheid van een variant staat bij haar product.' })
    const before = await findProductSafety(tx, productId)
    if ((before?.version ?? null) !== version) throw new Problem('PRODUCT_CHANGED')
    await assertOperators(tx, fields)
    const saved = { ...fields, version: (version ?? 0) + 1 }
    await tx
      .insert(productSafety)
      .values({ productId, ...saved })
      .onConflictDoUpdate({ target: productSafety.productId, set: saved })
    const details = before ? diffForAudit(before, fields) : { safety: fields.model }
    await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId: productId, details })
    return { labelPictures: [], manuals: [], ...before, ...saved }
  })

/** Locks both, so that neither moves out of the EU meanwhile. */
async function assertOperators(
  tx: Tx,
  { manufacturerId, responsiblePersonId }: { manufacturerId: string; responsiblePersonId: string | null },
): Promise<void> {
  const find = async (id: string, field: string, message: string) => {
    const [operator] = await tx
      .select()
      .from(economicOperators)
      .where(eq(economicOperators.id, id))
      .for('share')
    if (!operator) throw new Problem('INVALID_INPUT', { fields: { [field]: message } })
    return operator
  }
  const manufacturer = await find(manufacturerId, 'manufacturerId', 'Deze fabrikant bestaat niet meer.')
  const refuse = (message: string) =>
    new Problem('INVALID_INPUT', { fields: { responsiblePersonId: message } })
  if (responsiblePersonId === null) {
    if (needsResponsiblePerson(manufacturer))
      throw refuse('Deze fabrikant zit buiten de EU: kies wie er in de EU voor instaat.')
    return
  }
  const person = await find(responsiblePersonId, 'responsiblePersonId', 'Deze partij bestaat niet meer.')
  if (needsResponsiblePerson(person)) throw refuse('Kies iemand die in de EU gevestigd is.')
}
