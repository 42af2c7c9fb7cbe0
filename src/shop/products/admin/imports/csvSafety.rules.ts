import { needsResponsiblePerson } from '../../safety/rules.ts'
import { oneOf } from '../../../../wire/records.ts'
import {
  safetyFields,
  type LineChanges,
  type LineError,
  type LineValue,
  type LineValues,
  type SafetyField,
} from '../bulk/contract.ts'
import { columnNames } from '../labels.rules.ts'
import { SafetyFields } from '../safety/contract.ts'

export type LineSafety = Partial<Record<SafetyField, LineValue>>

const { manufacturerId, model } = SafetyFields.shape
/** Of cells: whether a manufacturer and a model may be left out depends on the others. */
export const safetyCells = {
  ...SafetyFields.shape,
  manufacturerId: manufacturerId.nullable(),
  model: model.nullable(),
}

export const isSafetyField = (name: string): name is SafetyField => oneOf(safetyFields, name) !== undefined

const isFilled = (value: LineValue | undefined): boolean => value !== undefined && value !== null

/** Whether a line of a file says something of the safety of its product. */
export const hasSafety = (values: LineSafety): boolean => safetyFields.some(name => isFilled(values[name]))

/** Whether a line changes the safety information of its product. */
export const changesSafety = (changes: LineChanges): boolean =>
  safetyFields.some(name => changes[name] !== undefined)

/** The safety information of a product after a change. */
export const safetyAfter = (before: LineSafety, changes: LineChanges): LineSafety =>
  Object.fromEntries(
    safetyFields.map(name => [name, changes[name] ? changes[name].to : (before[name] ?? null)]),
  )

const errorOf = (name: SafetyField, message: string): LineError => ({ column: columnNames[name], message })

/** The errors of a new line about the safety of its product: a variant has that of its product. */
export const findNewSafetyErrors = (
  values: LineValues,
  countries: ReadonlyMap<string, string>,
): LineError[] => {
  if (!values.parentSku) return hasSafety(values) ? findSafetyErrors(values, countries) : []
  const filled = safetyFields.filter(name => isFilled(values[name]))
  return filled.map(name => errorOf(name, 'Dit heeft een variant van zijn product.'))
}

/**
 * The errors that keep safety information from being saved as a whole.
 * @param countries those of the operators that exist, by id
 */
export function findSafetyErrors(after: LineSafety, countries: ReadonlyMap<string, string>): LineError[] {
  const errors: LineError[] = []
  const countryOf = (name: 'manufacturerId' | 'responsiblePersonId') => {
    const operatorId = after[name]
    if (!isFilled(operatorId)) return null
    const country = countries.get(String(operatorId))
    if (country === undefined) errors.push(errorOf(name, 'Deze partij bestaat niet meer.'))
    return country ?? null
  }
  const [maker, person] = [countryOf('manufacturerId'), countryOf('responsiblePersonId')]
  if (!isFilled(after.manufacturerId))
    errors.push(errorOf('manufacturerId', 'Vul in wie het maakt: de rest van de veiligheid kan niet zonder.'))
  if (!isFilled(after.model))
    errors.push(
      errorOf('model', 'Vul een model, type of artikelnummer in: de rest van de veiligheid kan niet zonder.'),
    )
  if (maker !== null && needsResponsiblePerson({ country: maker }) && !isFilled(after.responsiblePersonId))
    errors.push(
      errorOf('responsiblePersonId', 'Deze fabrikant zit buiten de EU: vul in wie er in de EU voor instaat.'),
    )
  if (person !== null && needsResponsiblePerson({ country: person }))
    errors.push(errorOf('responsiblePersonId', 'Kies iemand die in de EU gevestigd is.'))
  return errors
}
