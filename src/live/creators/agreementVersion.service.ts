import type { Tx } from '../../platform/db/db.ts'

/** The version of the agreement that is in force for a creator; null for none, as before agreements are stored. */
export const findAgreementVersion = async (_tx: Tx, _creatorId: string): Promise<string | null> => null
