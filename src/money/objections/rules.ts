import { startOfBrusselsDay, toBrusselsDay } from '../../wire/brusselsTime.ts'
import { addWorkingDays, ANSWER_WORKING_DAYS, shiftDay } from '../../wire/workingDays.ts'

/** Days after its last change in which a creator can object to a line of her earnings. */
const LINE_DAYS = 90

/** From when a line can't be objected to any more. @param changedAt the time of its last entry */
export const lineObjectionEndsAt = (changedAt: Date): Date =>
  startOfBrusselsDay(shiftDay(toBrusselsDay(changedAt), LINE_DAYS + 1))

/** The last day, in Brussels, on which an objection is answered in time. */
export const answerDueOn = (objectedAt: Date): string =>
  addWorkingDays(toBrusselsDay(objectedAt), ANSWER_WORKING_DAYS)

/** Whether a creator may object now. @param last the last objection to the same subject */
export const canObject = (endsAt: Date, last: { answeredAt: Date | null } | null, now: Date): boolean =>
  now < endsAt && (last === null || last.answeredAt !== null)
